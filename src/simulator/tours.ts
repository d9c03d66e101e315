import * as vscode from 'vscode';
import { namespaceOf } from '../model/meta';
import { counted } from '../model/words';
import type { Scenario } from '../engine/simulation/scenario/scenario';
import type { Picture } from '../shared/protocol';
import { parseScenario } from '../shared/scenarioFile';
import { TOURS, type TourName } from '../shared/tours';

interface Tour {
  readonly name: TourName;
  readonly scenario: Scenario;
}

/** The tour that is named, or the one that is picked; undefined: none is. */
export async function chooseTour(extensionUri: vscode.Uri, given: unknown): Promise<Picture | undefined> {
  const named = TOURS.find((name) => name === given);
  if (named !== undefined) return pictureOf(await readTour(extensionUri, named));
  const tours = await Promise.all(TOURS.map((name) => readTour(extensionUri, name)));
  const items = tours.map((tour, index) => ({
    label: `${index + 1}. ${tour.scenario.title ?? tour.name}`,
    description: counted(tour.scenario.tour?.length ?? 0, 'stop'),
    detail: tour.scenario.description ?? '',
    tour,
  }));
  const picked = await vscode.window.showQuickPick(items, { title: 'Take a tour inside the controllers', matchOnDetail: true });
  return picked && pictureOf(picked.tour);
}

async function readTour(extensionUri: vscode.Uri, name: TourName): Promise<Tour> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'media', 'tours', `${name}.rollout.json`));
  const { scenario, problem } = parseScenario(new TextDecoder().decode(bytes));
  if (scenario === undefined) throw new Error(`The tour ${name} cannot be read: ${problem}`);
  return { name, scenario };
}

function pictureOf({ scenario }: Tour): Picture {
  const { title, description, workload } = scenario;
  const { kind, metadata } = workload.after;
  return {
    session: {
      title: title ?? metadata.name,
      kind: kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment',
      name: metadata.name,
      namespace: namespaceOf(workload.after),
      origin: 'trap',
      canApply: false,
    },
    scenario,
    notes: description === undefined ? [] : [description],
  };
}
