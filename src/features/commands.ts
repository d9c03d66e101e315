/** The commands that features link to. Those about a workload take `[uri, offset]`, with an offset inside it. */
export const COMMANDS = {
  simulate: 'rolloutLens.simulate',
  setNodeCount: 'rolloutLens.setNodeCount',
  showWarnings: 'rolloutLens.showWarnings',
  chooseBase: 'rolloutLens.chooseBase',
  makeSafe: 'rolloutLens.makeSafe',
  reviewChange: 'rolloutLens.reviewChange',
  copyReview: 'rolloutLens.copyReview',
  chooseBuild: 'rolloutLens.chooseBuild',
  showBuilt: 'rolloutLens.showBuilt',
  takeSnapshot: 'rolloutLens.takeSnapshot',
  openSnapshot: 'rolloutLens.openSnapshot',
  chooseSnapshot: 'rolloutLens.chooseSnapshot',
  simulateFromHere: 'rolloutLens.simulateFromHere',
  compareBuilt: 'rolloutLens.compareBuilt',
} as const;

/** Shows a picture in the simulator: for the extension itself. */
export const SHOW_PICTURE = 'rolloutLens.showPicture';

/** Opens a tour inside the controllers: the one that is named, or one that is picked. */
export const TAKE_TOUR = 'rolloutLens.takeTour';

export type CommandId = (typeof COMMANDS)[keyof typeof COMMANDS];

export interface CommandLink {
  readonly command: CommandId;
  readonly arguments: readonly (string | number)[];
}
