import { NUMBER_SETTINGS } from '../../src/features/settings';
import { RULES } from '../../src/rules/registry';
import { OTHER_PROBLEMS } from '../../src/features/otherProblems';

/** What package.json says about the names in the setting `rolloutLens.rules`: the editor completes and checks them. */
export function ruleNames() {
  const rules = [...OTHER_PROBLEMS, ...RULES];
  return {
    enum: rules.map(({ id }) => id),
    enumDescriptions: rules.map(({ title, severity }) => `${title} (${severity})`),
  };
}

/** What package.json says about the numbers among the settings, by their names. */
export function settingRanges() {
  return Object.fromEntries(
    Object.entries(NUMBER_SETTINGS).map(([name, { min, max }]) => [`rolloutLens.${name}`, { minimum: min, maximum: max }]),
  );
}
