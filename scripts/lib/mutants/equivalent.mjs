/**
 * Mutants that nobody could notice, each with the reason. `line` is the line that is changed, without indentation.
 * @type {readonly { file: string, line: string, change: string, why: string }[]}
 */
export const EQUIVALENT = [
  {
    file: 'src/engine/controllers/replicaset/podRanking.ts',
    line: 'if (text === undefined || !VALID_COST.test(text)) return 0;',
    change: 'text === undefined || !VALID_COST.test(text) → (!VALID_COST.test(text))',
    why: 'what is not there is tested as the text “undefined”, which is no cost either',
  },
  {
    file: 'src/engine/controllers/deployment/progress.ts',
    line: 'readyReplicas: status.readyReplicas ?? 0,',
    change: 'status.readyReplicas ?? 0 → (status.readyReplicas)',
    why: 'a status that the controller has computed has all numbers',
  },
  {
    file: 'src/engine/cluster/disruption/syncBudget.ts',
    line: 'const spare = (counts.currentHealthy ?? 0) - (counts.desiredHealthy ?? 0);',
    change: '0 → 1',
    why: 'counts that were just computed have all numbers',
  },
  {
    file: 'src/engine/cluster/taintEviction.ts',
    line: 'if (added.length === 0) return tolerations;',
    change: 'added.length === 0 → false',
    why: 'only saves a copy: nothing is added to it',
  },
  {
    file: 'src/engine/cluster/taintEviction.ts',
    line: 'if (this.#taintedNodes.size === 0 || previous?.spec === object.spec) return;',
    change:
      'this.#taintedNodes.size === 0 || previous?.spec === object.spec → ((this.#taintedNodes.size === 0) && (previous?.spec === object.spec))',
    why: 'only saves time: the next lines look for the taints of the node and whether the pod has come to it',
  },
  {
    file: 'src/engine/cluster/scheduler/plugins/interPodAffinity.ts',
    line: 'if (existing.size === 0 && preferredAffinity.length === 0 && preferredAntiAffinity.length === 0) return NO_COUNTS;',
    change: 'existing.size === 0 && preferredAffinity.length === 0 && pre … inity.length === 0 → false',
    why: 'only saves time: what follows counts the same nothing',
  },
  {
    file: 'src/engine/cluster/scheduler/spreadConstraints.ts',
    line: 'return (',
    change: '( a.length === b.length && a.every((constraint, index) => {  … NodeTaints ); }) ) → false',
    why: 'what is remembered is computed again: it costs time only',
  },
  {
    file: 'src/engine/cluster/scheduler/spreadConstraints.ts',
    line: 'cache.entries.unshift({ constraints, affinity, nodeSelector, tolerations, requireAllKeys, domains });',
    change: 'cache.entries.unshift({ constraints, affinity, nodeSelector, … lKeys, domains }); → ;',
    why: 'what is remembered is computed again: it costs time only',
  },
  {
    file: 'src/engine/kubectl/tabbedText.ts',
    line: 'const LIST: Alignment = { padding: 2, minWidth: 0 };',
    change: '0 → 1',
    why: 'every cell is wider than that by its padding',
  },
  {
    file: 'src/manifest/parse.ts',
    line: 'const templated = this.#spans.length > 0 && overlapsSpan(this.#spans, start, end);',
    change: 'this.#spans.length > 0 && overlapsSpan(this.#spans, start, end) → (overlapsSpan(this.#spans, start, end))',
    why: 'only saves a call: nothing overlaps none',
  },
  {
    file: 'src/manifest/parse.ts',
    line: "const tagged = { tag: node.tag, text: node.source ?? '' };",
    change: "node.source ?? '' → (node.source)",
    why: 'what was read from a text has its source',
  },
  {
    file: 'src/manifest/compose.ts',
    line: "if (token.type !== 'error' || mistakes <= MAX_PROBLEMS) documents.push(...composer.next(token));",
    change: "token.type !== 'error' || mistakes <= MAX_PROBLEMS → true",
    why: 'only saves time: no more of them are told',
  },
  {
    file: 'src/manifest/goYaml/scanner.ts',
    line: 'const tokenNumber = this.#tokensTaken + this.#queue.length;',
    change: 'this.#tokensTaken + this.#queue.length → ((this.#tokensTaken) - (this.#queue.length))',
    why: 'where a flow collection begins no key is possible, and the number of one that is not is never read',
  },
  {
    file: 'src/rules/facts.ts',
    line: 'for (const near of facts.heard === undefined ? [] : nearest)',
    change: 'facts.heard === undefined ? [] : nearest → (nearest)',
    why: 'only saves the search for what nobody hears of',
  },
  {
    file: 'src/rules/probeFixes.ts',
    line: 'if (container === undefined || port === undefined) return undefined;',
    change: 'container === undefined || port === undefined → ((container === undefined) && (port === undefined))',
    why: 'a container that was found has such a port',
  },
  {
    file: 'src/features/quickFixes.ts',
    line: 'const found = analysis.workloads.filter(({ placed, built }) => built === undefined && placed.start <= to && placed.end >= from);',
    change: 'built === undefined && placed.start <= to → (built === undefined)',
    why: 'only saves the look at documents whose findings all stand elsewhere',
  },
  {
    file: 'src/features/workspaceIndex.ts',
    line: 'this.#placesOfManifest.set(manifest, places);',
    change: 'this.#placesOfManifest.set(manifest, places) → this.#placesOfManifest.set(places, manifest)',
    why: 'what is remembered is computed again: it costs time only',
  },
  {
    file: 'src/manifest/split.ts',
    line: 'if (match.index + 1 < list.length && match.index + 1 >= body) return match.index + 1;',
    change: 'match.index + 1 < list.length && match.index + 1 >= body → (match.index + 1 < list.length)',
    why: 'the search begins there, so that no match is in front of it',
  },
  {
    file: 'src/manifest/edits.ts',
    line: 'if (last === undefined) return node.end;',
    change: 'node.end → 0',
    why: 'block style has no empty maps and sequences',
  },
  {
    file: 'webview/model/scene.ts',
    line: 'const rewound = cells.cursor > 0 && (times[cells.cursor - 1] as number) > t;',
    change: '(times[cells.cursor - 1] as number) > t → (((times[cells.cursor - 1] as number)) >= (t))',
    why: 'starting over at the same moment leads to the same cells',
  },
  {
    file: 'webview/model/scene.ts',
    line: 'revision: -1,',
    change: '1 → 2',
    why: 'any negative number is no revision',
  },
  {
    file: 'webview/model/axis.ts',
    line: 'if (value >= (from[last] as number)) return to[last] as number;',
    change: 'value >= (from[last] as number) → ((value) > ((from[last] as number)))',
    why: 'at its end the last stretch comes to the same',
  },
  {
    file: 'webview/model/storyLayout.ts',
    line: 'const rowHeight = exact >= 2 ? Math.floor(exact) : Math.max(1, exact);',
    change: 'exact >= 2 → ((exact) > (2))',
    why: 'of 2 both come to 2',
  },
  {
    file: 'src/rules/facts.ts',
    line: "if (fact.fact === 'service') return fact.selector;",
    change: 'fact.selector → undefined',
    why: 'what selects other labels is looked at as well then, and left out later: it costs time only',
  },
  {
    file: 'src/rules/facts.ts',
    line: "return fact.fact === 'budget' ? fact.selector?.matchLabels : undefined;",
    change: "fact.fact === 'budget' ? fact.selector?.matchLabels : undefined → undefined",
    why: 'what selects other labels is looked at as well then, and left out later: it costs time only',
  },
  {
    file: 'src/manifest/edits.ts',
    line: 'return after === undefined ? undefined : { start: after, end: after, newText: ` ${value}` };',
    change:
      'after === undefined ? undefined : { start: after, end: after … ext: ` ${value}` } → ({ start: after, end: after, newText: ` ${value}` })',
    why: 'what comes of it does not say what was meant, and is given up',
  },
  {
    file: 'src/manifest/commonScalars.ts',
    line: 'if (isEnd(text.charCodeAt(at + 1))) return -1;',
    change: '1 → 2',
    why: 'an escaped line end has no simple escape, and what ends so is read by the whole reader as well',
  },
  {
    file: 'src/manifest/commonScalars.ts',
    line: 'if (at >= text.length) return -1;',
    change: '1 → 2',
    why: 'any negative number is no place',
  },
  {
    file: 'src/manifest/commonLine.ts',
    line: 'if (end < 0 || this.#text.charCodeAt(end) === COLON) uncommon();',
    change: 'end < 0 → ((end) <= (0))',
    why: 'no scalar ends where the text begins',
  },
  {
    file: 'src/manifest/commonYaml.ts',
    line: 'if (isQuoted(this.#text, at)) return end < 0 ? quotedLinesEnd(this.#text, at, indent) : end;',
    change: 'end < 0 → ((end) <= (0))',
    why: 'no scalar ends where the text begins',
  },
  {
    file: 'src/engine/controllers/daemon/rollingUpdate.ts',
    line: "const [lost] = inOrder(sync, order, nodes, ['lostAvailable', 'lostUnavailable'], 1);",
    change: '1 → 2',
    why: 'only saves time: the first is named',
  },
  {
    file: 'src/manifest/around.ts',
    line: 'if (!/^["\'][^]*\\n/.test(written)) return;',
    change: '!/^["\'][^]*\\n/.test(written) → false',
    why: 'only saves time: what is on one line, or has no quotes, is read the same by itself',
  },
];
