import type { Severity } from '../../rules/rule';
import { linkOf, type Finding } from '../finding';
import { byFile, totalsOf, type Report } from '../report';

/** A screen: its width and whether it has colors. */
export interface Screen {
  readonly width: number | undefined;
  readonly isColored: boolean;
}

const COLORS: Readonly<Record<Severity, string>> = { error: '31', warning: '33', information: '36', hint: '2' };
const BOLD = '1';
const DIM = '2';
const NARROWEST = 40;

/** `file:line:column` at the beginning of each finding, as terminals and editors know it. */
export function textFormat(report: Report, { width, isColored }: Screen): string {
  const paint = (color: string, text: string): string => (isColored ? `\x1b[${color}m${text}\x1b[0m` : text);
  const room = width === undefined ? Infinity : Math.max(NARROWEST, width);
  const lines: string[] = [];
  for (const [file, findings] of byFile(report.findings)) {
    let object: string | undefined = '';
    for (const finding of findings) {
      if (finding.object !== object) {
        object = finding.object;
        lines.push(...(lines.length === 0 ? [] : ['']), paint(BOLD, object ?? file));
      }
      lines.push(...linesOf(finding, room, paint));
    }
  }
  const left = report.omissions.map((omission) => paint(DIM, omission));
  const end = [...left, paint(BOLD, totalsOf(report))];
  return [...lines, ...(lines.length === 0 ? [] : ['']), ...end, ''].join('\n');
}

function linesOf(finding: Finding, room: number, paint: (color: string, text: string) => string): string[] {
  const { file, line, column, severity, rule, message, related } = finding;
  return [
    `${file}:${line}:${column}: ${paint(COLORS[severity], severity)} ${rule}`,
    ...wrapped(message, room - 2).map((text) => `  ${text}`),
    ...related.map((place) => `  ${paint(DIM, `${place.file}:${place.line}:${place.column}: ${place.message}`)}`),
    `  ${paint(DIM, linkOf(rule))}`,
  ];
}

function wrapped(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
