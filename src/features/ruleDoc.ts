/** What the page of all rules says about one of them; undefined: nothing. */
export function ruleSection(page: string, ruleId: string): string | undefined {
  const lines = page.split('\n');
  const start = lines.indexOf(`### ${ruleId}`);
  if (start < 0) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^##+ /.test(line));
  const section = rest
    .slice(0, end < 0 ? rest.length : end)
    .join('\n')
    .trim();
  return `# ${ruleId}\n\n${section}\n\n---\n\nTo silence it in place: \`# rollout-lens: ignore ${ruleId}\` behind the line or above it. Everywhere: \`"rolloutLens.rules": {"${ruleId}": "off"}\` in the settings, or another severity.\n`;
}
