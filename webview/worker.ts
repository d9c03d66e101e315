import { createJobs } from './worker/jobs';
import type { RecordRequest } from './model/inside/messages';
import { isOf, type WorkerRequest } from './model/messages';
// In this order: what the jobs need is packed best as they need it.
import { ENGINE_PARTS } from '../src/engine/simulation/inside/engineParts';

/** The worker's door: requests in, replies out. What is done with them is in worker/jobs.ts. */
const jobs = createJobs((reply) => {
  self.postMessage(reply);
});
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isOf<RecordRequest>(data, 'record')) jobs.accept(data as WorkerRequest);
});
// For the recorder, where its script follows.
Object.assign(self, { rolloutLensEngine: ENGINE_PARTS });
