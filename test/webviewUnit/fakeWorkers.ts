import type { RunWorker } from '../../webview/link/runPool';
import type { WorkerReply, WorkerRequest } from '../../webview/model/messages';
import { createJobs } from '../../webview/worker/jobs';

interface FakeWorker {
  /** The requests that reached it. */
  readonly heard: string[];
  /** How often it has played. */
  runs: number;
  isTerminated: boolean;
}

/** A worker on this thread: the page's own jobs behind messages that take as long as they are told. */
export function fakeWorkers(delayMs: (reply: number) => number): {
  readonly workers: FakeWorker[];
  readonly create: () => RunWorker;
} {
  const workers: FakeWorker[] = [];
  const create = (): RunWorker => {
    const fake: FakeWorker = { heard: [], runs: 0, isTerminated: false };
    workers.push(fake);
    const listeners: ((event: { readonly data: WorkerReply }) => void)[] = [];
    let replies = 0;
    const jobs = createJobs((data: WorkerReply) => {
      setTimeout(
        () => {
          if (!fake.isTerminated) for (const listener of listeners) listener({ data: structuredClone(data) });
        },
        delayMs(replies++ + workers.indexOf(fake)),
      );
    });
    const worker = {
      addEventListener: (type: string, listener: (event: { readonly data: WorkerReply }) => void) => {
        if (type === 'message') listeners.push(listener);
      },
      postMessage: (data: WorkerRequest) => {
        const request = structuredClone(data);
        fake.heard.push(request.type);
        if (request.type === 'play') fake.runs += request.seeds.length;
        jobs.accept(request);
      },
      terminate: () => {
        fake.isTerminated = true;
      },
    };
    return worker as RunWorker;
  };
  return { workers, create };
}
