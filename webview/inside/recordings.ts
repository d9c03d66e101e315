import type { InsideRecording } from '../../src/engine/simulation/inside/insideRows';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { RecordReply, RecordRequest } from '../model/inside/messages';
import { isOf } from '../model/messages';

export interface Recordings {
  /** In place of what is being recorded. */
  record(scenario: Scenario): void;
  /** Nobody looks any more. */
  stop(): void;
}

interface Answers {
  readonly onRecorded: (recording: InsideRecording, scenario: Scenario) => void;
  readonly onProblem: (message: string) => void;
}

/** Plays scenarios in a worker whose script ends with the recorder's. */
export function createRecordings(uris: readonly (string | undefined)[], { onRecorded, onProblem }: Answers): Recordings {
  let script: Promise<string> | undefined;
  let worker: Worker | undefined;
  let open: { readonly job: number; readonly scenario: Scenario } | undefined;
  let lastJob = 0;

  const stop = (): void => {
    worker?.terminate();
    worker = open = undefined;
  };
  const start = (url: string): Worker => {
    const started = new Worker(url, { name: 'Rollout Lens recorder' });
    started.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isOf<RecordReply>(data, 'recorded', 'notRecorded') || data.job !== open?.job) return;
      const { scenario } = open;
      open = undefined;
      if (data.type === 'recorded') onRecorded(data.recording, scenario);
      else onProblem(data.message);
    });
    started.addEventListener('error', ({ message }) => {
      stop();
      onProblem(message === '' ? 'the engine stopped' : message);
    });
    return started;
  };
  const send = (url: string, request: RecordRequest): void => {
    if (request.job !== open?.job) return;
    worker ??= start(url);
    worker.postMessage(request);
  };
  return {
    record: (scenario) => {
      // In the middle of a run it does not hear.
      if (open !== undefined) stop();
      const job = ++lastJob;
      open = { job, scenario };
      script ??= workerScript(uris);
      script.then(
        (url) => {
          send(url, { type: 'record', job, scenario });
        },
        (error: unknown) => {
          script = open = undefined;
          onProblem(String(error));
        },
      );
    },
    stop,
  };
}

/** One after the other, as one script: a webview may start workers from blobs only. */
async function workerScript(uris: readonly (string | undefined)[]): Promise<string> {
  const texts = await Promise.all(
    uris.map(async (uri = '') => {
      const response = await fetch(uri);
      if (!response.ok) throw new Error(`The recorder could not be loaded (${response.status}).`);
      return response.text();
    }),
  );
  return URL.createObjectURL(new Blob([texts.join('\n')], { type: 'text/javascript' }));
}
