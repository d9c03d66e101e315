import { createJobs } from './worker/jobs';
import { readWorkerRequest } from './model/messages';

/** The worker's door: requests in, replies out. What is done with them is in worker/jobs.ts. */
const jobs = createJobs((reply) => {
  self.postMessage(reply);
});
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const request = readWorkerRequest(data);
  if (request !== undefined) jobs.accept(request);
});
