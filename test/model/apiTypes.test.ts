import { execFileSync } from 'node:child_process';
import { readShared } from '../support/sharedData';

describe('the types of API objects and the field table', () => {
  it('are what the generator makes of Kubernetes’ schema', function () {
    this.timeout(20_000);
    readShared(this, 'kubernetes', 'api__v1.json');
    execFileSync(process.execPath, ['scripts/generate-schema.mjs', '--check']);
  });
});
