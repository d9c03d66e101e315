/** Upstream: api/internal/target/kusttarget_configplugin.go (kustomize v5.8.1): the steps of a kustomization, in their order. */
import type { Slices } from '../../model/slices';
import type { MadeBy } from '../builtManifest';
import type { StepTarget } from './buildContext';
import { addTransformation, originOf, type BuildOrigin } from './buildOrigin';
import { isSliceFull } from './effort';
import { makeFieldSpec, mergeFieldSpecs, type FieldSpec } from './fieldSpec';
import { generate, mergeGlobalOptions } from './generators';
import { HELM_GENERATOR, chartOfObject, inflate } from './helmCharts';
import { imageTagTransform } from './imageTag';
import type { ImageArgs } from './kustomizationFields';
import { namespaceTransform } from './namespace';
import { jsonPatchTransform, patchTransform, strategicMergeTransform, type PatchContext, type Transform } from './patches';
import { isBuiltIn, pluginGenerate, pluginTransform } from './plugins';
import { replacementTransform } from './replacement';
import { replacementsOf } from './replacementFile';
import { entriesTransform, nameTransform, replicaCountTransform } from './simpleTransforms';
import { fieldSpecsOf, type TransformerConfig } from './transformerConfig';

type Path = readonly (string | number)[];

/** A step, and the entry of the kustomization that it is for. */
interface Step {
  readonly path: Path;
  readonly run: Transform;
}

export function generatorsOf(target: StepTarget): readonly Step[] {
  const { configMapGenerator = [], secretGenerator = [], helmCharts = [], generators = [] } = target.kustomization;
  return [
    ...configMapGenerator.map((_, index) => generatorStep(target, 'configMapGenerator', index)),
    ...secretGenerator.map((_, index) => generatorStep(target, 'secretGenerator', index)),
    ...helmCharts.map((_, index) => helmStep(target, index)),
    ...generators.map((entry, index) => objectStep(target, entry, index)),
  ];
}

function generatorStep(target: StepTarget, field: 'configMapGenerator' | 'secretGenerator', index: number): Step {
  const kind = field === 'configMapGenerator' ? 'ConfigMap' : 'Secret';
  const run: Transform = function* (map) {
    const args = target.kustomization[field]?.[index] ?? {};
    const options = mergeGlobalOptions(args.options, target.kustomization.generatorOptions);
    const entry = target.file.place('generator', field, index);
    const at = (...path: Path) => target.file.place('generator', field, index, ...path);
    const made = yield* generate(kind, args, options, target.loader, { entry, at });
    target.noteOrigin(made, target.stepOrigin(`${kind}Generator`));
    map.absorb(made);
    if (isSliceFull()) yield;
  };
  return { path: [field, index], run };
}

function helmStep(target: StepTarget, index: number): Step {
  const { helmCharts = [], helmGlobals = {} } = target.kustomization;
  const written = target.file.countOf('helmCharts');
  const path = index < written ? ['helmCharts', index] : ['helmChartInflationGenerator', index - written];
  const chart = { ...helmGlobals, ...helmCharts[index] };
  const place = target.file.place('generator', ...path);
  return { path, run: (map) => inflate(target, chart, place, target.stepOrigin(HELM_GENERATOR))(map) };
}

function objectStep(target: StepTarget, entry: string, index: number): Step {
  const path = ['generators', index];
  const run: Transform = function* (map) {
    for (const resource of target.objectsOf(entry, target.file.place('generator', ...path))) {
      const context = contextOf(target, 'generator', path);
      if (isBuiltIn(resource) && resource.kind === HELM_GENERATOR)
        yield* inflate(target, chartOfObject(resource), context.place, originOf(resource))(map);
      else {
        const made = yield* pluginGenerate(resource, context);
        target.noteOrigin(made, originOf(resource));
        map.absorb(made);
      }
      if (isSliceFull()) yield;
    }
  };
  return { path, run };
}

function contextOf(target: StepTarget, by: MadeBy, path: Path, inline: Path = path): PatchContext {
  const { loader, file, context } = target;
  const place = file.place(by, ...path);
  const hitNothing: PatchContext['hitNothing'] = (selector, objects) => {
    const at = { file: file.file, start: place.start, end: place.end };
    const isShared = target.kustomization.kind === 'Component';
    context.unmatched.push({ at, target: selector, isShared, objects });
  };
  return { loader, cache: context.cache, place, inline: file.place(by, ...inline), fileText: file.text, hitNothing };
}

/** Collects the steps; what cannot be made ready is a problem of its entry. */
class Steps {
  readonly list: Step[] = [];
  readonly #target: StepTarget;

  constructor(target: StepTarget) {
    this.#target = target;
  }

  add(kind: string, path: Path, make: () => Transform, origin?: BuildOrigin): void {
    this.#target.attempt(
      () => {
        this.#push(kind, path, make(), origin);
      },
      ...path,
    );
  }

  /** The same where there may be much to read first. */
  *addPatch(kind: string, path: Path, make: () => Slices<Transform>): Slices<void> {
    const read = function* (steps: Steps): Slices<void> {
      steps.#push(kind, path, yield* make());
    };
    yield* this.#target.attemptInSlices(() => read(this), ...path);
  }

  #push(kind: string, path: Path, transform: Transform, origin?: BuildOrigin): void {
    const target = this.#target;
    const run: Transform = function* (map) {
      yield* transform(map);
      if (target.origin !== undefined) addTransformation(map.resources, origin ?? target.stepOrigin(kind));
      map.dropEmpties();
    };
    this.list.push({ path, run });
  }
}

export function* transformersOf(target: StepTarget, config: TransformerConfig): Slices<readonly Step[]> {
  const steps = new Steps(target);
  yield* addPatches(steps, target);
  addNames(steps, target, config);
  addLabels(steps, target, config);
  yield* addValues(steps, target, config);
  addReplacements(steps, target);
  const { transformers = [] } = target.kustomization;
  transformers.forEach((entry, index) => {
    const path = ['transformers', index];
    target.attempt(
      () => {
        for (const resource of target.objectsOf(entry, target.file.place('transformer', ...path))) {
          const make = (): Transform => pluginTransform(resource, contextOf(target, 'transformer', path));
          steps.add(resource.kind, path, make, originOf(resource));
        }
      },
      ...path,
    );
  });
  return steps.list;
}

function* addPatches(steps: Steps, target: StepTarget): Slices<void> {
  const { patchesStrategicMerge: merges = [], patches = [] } = target.kustomization;
  if (merges.length > 0)
    yield* steps.addPatch('PatchStrategicMergeTransformer', ['patchesStrategicMerge'], () =>
      strategicMergeTransform(merges, (index) => contextOf(target, 'patch', ['patchesStrategicMerge', index])),
    );
  for (const [index, patch] of patches.entries()) {
    const path = ['patches', index];
    const context = contextOf(target, 'patch', path, [...path, 'patch']);
    yield* steps.addPatch('PatchTransformer', path, () => patchTransform(patch, context));
  }
}

function addNames(steps: Steps, target: StepTarget, config: TransformerConfig): void {
  const { namespace, namePrefix, nameSuffix } = target.kustomization;
  const { file } = target;
  if (namespace)
    steps.add('NamespaceTransformer', ['namespace'], () => (map) => {
      const place = file.place('namespace', 'namespace');
      return namespaceTransform(map, { namespace, specs: config.namespace, unsetOnly: false, setRoleBindingSubjects: '', place });
    });
  if (namePrefix)
    steps.add(
      'PrefixTransformer',
      ['namePrefix'],
      () => (map) => nameTransform(map, 'prefix', namePrefix, config.namePrefix, file.place('namePrefix', 'namePrefix')),
    );
  if (nameSuffix)
    steps.add(
      'SuffixTransformer',
      ['nameSuffix'],
      () => (map) => nameTransform(map, 'suffix', nameSuffix, config.nameSuffix, file.place('nameSuffix', 'nameSuffix')),
    );
}

const META_LABELS: FieldSpec = makeFieldSpec('metadata/labels', true);

function addLabels(steps: Steps, target: StepTarget, config: TransformerConfig): void {
  const { labels = [], commonLabels = {}, commonAnnotations = {} } = target.kustomization;
  const { file } = target;
  labels.forEach(({ pairs = {}, includeSelectors, includeTemplates, fields }, index) => {
    steps.add('LabelTransformer', ['labels', index], () => {
      let specs = mergeFieldSpecs(fieldSpecsOf(fields), config.labels);
      if (includeSelectors === true) specs = mergeFieldSpecs(specs, config.commonLabels);
      else {
        if (includeTemplates === true) specs = mergeFieldSpecs(specs, config.templateLabels);
        specs = mergeFieldSpecs(specs, [META_LABELS]);
      }
      return (map) => entriesTransform(map, pairs, specs, (key) => file.place('labels', 'labels', index, 'pairs', key));
    });
  });
  if (labels.length > 0 || Object.keys(commonLabels).length > 0)
    steps.add(
      'LabelTransformer',
      ['commonLabels'],
      () => (map) => entriesTransform(map, commonLabels, config.commonLabels, (key) => file.place('labels', 'commonLabels', key)),
    );
  if (Object.keys(commonAnnotations).length > 0)
    steps.add(
      'AnnotationsTransformer',
      ['commonAnnotations'],
      () => (map) =>
        entriesTransform(map, commonAnnotations, config.commonAnnotations, (key) =>
          file.place('annotations', 'commonAnnotations', key),
        ),
    );
}

function* addValues(steps: Steps, target: StepTarget, config: TransformerConfig): Slices<void> {
  const { patchesJson6902 = [], replicas = [], images = [] } = target.kustomization;
  const { file } = target;
  for (const [index, patch] of patchesJson6902.entries()) {
    const path = ['patchesJson6902', index];
    const context = contextOf(target, 'patch', path, [...path, 'patch']);
    yield* steps.addPatch('PatchJson6902Transformer', path, () => jsonPatchTransform(patch, context));
  }
  replicas.forEach((replica, index) => {
    steps.add(
      'ReplicaCountTransformer',
      ['replicas', index],
      () => (map) => replicaCountTransform(map, replica, config.replicas, file.place('replicas', 'replicas', index, 'count')),
    );
  });
  const written = file.countOf('images');
  images.forEach((image, index) => {
    const path = index < written ? ['images', index] : ['imageTags', index - written];
    steps.add(
      'ImageTagTransformer',
      path,
      () => (map) => imageTagTransform(map, image, config.images, file.place('images', ...path, ...decidingField(image))),
    );
  });
}

/** What an entry of `images` is mostly about. */
function decidingField(image: ImageArgs): readonly string[] {
  const field = (['newTag', 'digest', 'newName', 'tagSuffix'] as const).find((each) => image[each] !== undefined);
  return field === undefined ? [] : [field];
}

function addReplacements(steps: Steps, target: StepTarget): void {
  const { replacements = [] } = target.kustomization;
  if (replacements.length === 0) return;
  steps.add('ReplacementTransformer', ['replacements'], () => {
    const all = replacements.flatMap((entry, index) => {
      const place = target.file.place('replacement', 'replacements', index);
      return replacementsOf(entry, target.loader).map((replacement) => ({ replacement, place }));
    });
    return function* (map) {
      for (const { replacement, place } of all) yield* replacementTransform(map.resources, replacement, place);
    };
  });
}
