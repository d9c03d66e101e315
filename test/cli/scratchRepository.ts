import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SETTINGS = ['user.name=n', 'user.email=n@example.org', 'init.defaultBranch=main', 'commit.gpgsign=false'];

/** A Deployment of four pods; `more`: further lines of its spec. */
export function webOf(image: string, more = ''): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 4
${more}  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "${image}" }] }
`;
}

/** A repository of its own with one commit on `main`: deploy/web.yaml. */
export class ScratchRepository {
  readonly folder = mkdtempSync(join(tmpdir(), 'repository-'));

  constructor(web = webOf('web:1')) {
    this.git('init', '-q');
    this.write('deploy/web.yaml', web);
    this.git('add', '-A');
    this.git('commit', '-q', '-m', 'one');
  }

  git(...args: readonly string[]): string {
    const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
    return execFileSync('git', [...settings, ...args], { cwd: this.folder, stdio: 'pipe' })
      .toString()
      .trim();
  }

  write(name: string, text: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /** What GitHub tells a job of a pull request against the present commit, and the files that the job hands over. */
  jobOfPullRequest(): Readonly<Record<string, string>> {
    const event = { pull_request: { number: 7, base: { sha: this.git('rev-parse', 'HEAD') } } };
    return {
      GITHUB_EVENT_PATH: this.write('.git/event.json', JSON.stringify(event)),
      GITHUB_STEP_SUMMARY: this.write('.git/summary.md', ''),
      GITHUB_OUTPUT: this.write('.git/output', ''),
      GITHUB_REPOSITORY: 'team/shop',
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
