/** Tours inside the controllers, in the order in which they are best taken: the names of their files in media/tours. */
export const TOURS = [
  'deployment',
  'expectations',
  'slow-start-quota',
  'proportional-scaling',
  'rollback',
  'daemonset',
  'daemonset-surge',
  'failed-daemon-pods',
] as const;

export type TourName = (typeof TOURS)[number];
