import { checkForm } from '../engine/simulation/scenario/checkForm';
import { checkScenario } from '../engine/simulation/scenario/checkScenario';
import { withoutMiddle } from '../model/words';
import type { Scenario } from '../engine/simulation/scenario/scenario';

/** The scenario, or what is wrong with the value, in words for people. */
export type ReadScenario =
  { readonly scenario: Scenario; readonly problem?: undefined } | { readonly scenario?: undefined; readonly problem: string };

/** The text of a `*.rollout.json` file. */
export function parseScenario(text: string): ReadScenario {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: withoutMiddle(`This is not JSON: ${messageOf(error)}`) };
  }
  return readScenario(value);
}

export function printScenario(scenario: Scenario): string {
  return `${JSON.stringify(scenario, undefined, 2)}\n`;
}

/** What the API server would say about the objects inside is the simulation's to find out. */
export const readScenario = (value: unknown): ReadScenario => readBy(checkScenario, value);

/** A scenario that was checked before its numbers and actions were changed. */
export const readEdited = (value: unknown): ReadScenario => readBy(checkForm, value);

function readBy(check: (value: unknown) => Scenario, value: unknown): ReadScenario {
  try {
    return { scenario: check(value) };
  } catch (error) {
    return { problem: withoutMiddle(messageOf(error)) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
