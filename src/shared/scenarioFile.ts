import { checkScenario, type Scenario } from '../engine/simulation/scenario/scenario';

/** The scenario, or what is wrong with the value, in words for people. */
export type ReadScenario =
  { readonly scenario: Scenario; readonly problem?: undefined } | { readonly scenario?: undefined; readonly problem: string };

/** The text of a `*.rollout.json` file. */
export function parseScenario(text: string): ReadScenario {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `This is not JSON: ${messageOf(error)}` };
  }
  return readScenario(value);
}

export function printScenario(scenario: Scenario): string {
  return `${JSON.stringify(scenario, undefined, 2)}\n`;
}

/** What the API server would say about the objects inside is the simulation's to find out. */
export function readScenario(value: unknown): ReadScenario {
  try {
    return { scenario: checkScenario(value) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
