/** The comment of ours is known by how it begins: nobody sees it. */
const MARK = '<!-- rollout-lens -->';
/** What GitHub takes. */
const MAX_COMMENT = 65_000;
const PAGE = 100;
/** Nobody reads more comments than that either. */
const MAX_PAGES = 30;

/** Where the pull request is, and who asks. */
export interface PullRequest {
  /** `https://api.github.com`. */
  readonly api: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly token: string;
}

/** What GitHub says instead of doing it. */
export class GitHubProblem extends Error {
  override readonly name = 'GitHubProblem';
}

/**
 * One comment, which each later run brings up to date. `isNews`: there is something to say; without it a comment that is there
 * already is brought up to date, and no new one is written. Gives what was done.
 */
export async function writeComment(
  request: PullRequest,
  markdown: string,
  isNews: boolean,
): Promise<'written' | 'updated' | 'nothing'> {
  const body = `${MARK}\n${cut(markdown)}`;
  const comments = `/repos/${request.repository}/issues/${request.number}/comments`;
  const known = await findComment(request, comments);
  if (known !== undefined) {
    if (known.body !== body) await ask(request, `/repos/${request.repository}/issues/comments/${known.id}`, 'PATCH', { body });
    return 'updated';
  }
  if (!isNews) return 'nothing';
  await ask(request, comments, 'POST', { body });
  return 'written';
}

function cut(markdown: string): string {
  if (markdown.length <= MAX_COMMENT) return markdown;
  const end = markdown.lastIndexOf('\n', MAX_COMMENT);
  return `${markdown.slice(0, end < 0 ? MAX_COMMENT : end)}\n\n… the rest is in the summary of the job.`;
}

interface Comment {
  readonly id: number;
  readonly body: string;
}

async function findComment(request: PullRequest, comments: string): Promise<Comment | undefined> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const found = (await ask(request, `${comments}?per_page=${PAGE}&page=${page}`, 'GET')) as readonly Comment[];
    const own = found.find(({ body }) => body.startsWith(MARK));
    if (own !== undefined) return own;
    if (found.length < PAGE) break;
  }
  return undefined;
}

async function ask({ api, token }: PullRequest, path: string, method: string, body?: object): Promise<unknown> {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'user-agent': 'rollout-lens',
    'x-github-api-version': '2022-11-28',
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await fetch(api + path, init).catch((error: unknown) => {
    throw new GitHubProblem(`${api} cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (!answer.ok)
    throw new GitHubProblem(`GitHub answers ${answer.status} to ${method} ${path}: ${(await answer.text()).slice(0, 200)}`);
  return answer.json();
}
