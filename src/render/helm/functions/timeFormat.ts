/** Upstream: golang/go src/time/format.go: layouts by the example of Mon Jan 2 15:04:05 MST 2006. */
import { civilOf, type Civil } from './civil';
import { offsetAt, type Time } from './zones';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
export const SHORT_MONTHS: readonly string[] = MONTHS.map((month) => month.slice(0, 3));
export const SHORT_DAYS: readonly string[] = DAYS.map((day) => day.slice(0, 3));
export { MONTHS as LONG_MONTHS, DAYS as LONG_DAYS };

/** What a piece of a layout stands for; the longest that fits comes first. */
const PIECE =
  /January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|_2006|2006|__2|_2(?!006)|002|01|02|03|04|05|06|15|PM|pm|-07:00:00|-07:00|-070000|-0700|-07|Z07:00:00|Z07:00|Z070000|Z0700|Z07|[.,]0+(?![0-9])|[.,]9+(?![0-9])|1|2|3|4|5/;

export interface Piece {
  readonly before: string;
  /** '' at the end of the layout. */
  readonly piece: string;
  readonly rest: string;
}

/** Cuts off the layout up to and with its first piece. */
export function nextPiece(layout: string): Piece {
  const found = PIECE.exec(layout);
  if (found === null) return { before: layout, piece: '', rest: '' };
  const [piece] = found;
  const rest = layout.slice(found.index + piece.length);
  if (piece === '_2006') return { before: `${layout.slice(0, found.index)}_`, piece: '2006', rest };
  return { before: layout.slice(0, found.index), piece, rest };
}

export function formatTime(time: Time, layout: string): string {
  const { offset, name } = offsetAt(time);
  const civil = civilOf(time.seconds + offset);
  let text = '';
  for (let left = layout; left !== '';) {
    const { before, piece, rest } = nextPiece(left);
    text += before;
    if (piece !== '') text += zonePiece(piece, offset, name) ?? fraction(piece, time) ?? datePiece(piece, civil);
    left = rest;
  }
  return text;
}

const two = (number: number): string => String(number).padStart(2, '0');

function datePiece(piece: string, civil: Civil): string {
  const { year, month, day, hour, minute, second, weekday, yearDay } = civil;
  const hour12 = hour % 12 === 0 ? 12 : hour % 12;
  switch (piece) {
    case '2006':
      return (year < 0 ? '-' : '') + String(Math.abs(year)).padStart(4, '0');
    case '06':
      return two(Math.abs(year % 100));
    case 'January':
      return MONTHS[month - 1] ?? '';
    case 'Jan':
      return SHORT_MONTHS[month - 1] ?? '';
    case '01':
      return two(month);
    case '1':
      return String(month);
    case 'Monday':
      return DAYS[weekday] ?? '';
    case 'Mon':
      return SHORT_DAYS[weekday] ?? '';
    case '_2':
      return String(day).padStart(2);
    case '02':
      return two(day);
    case '2':
      return String(day);
    case '__2':
      return String(yearDay).padStart(3);
    case '002':
      return String(yearDay).padStart(3, '0');
    case '15':
      return two(hour);
    case '03':
      return two(hour12);
    case '3':
      return String(hour12);
    case '04':
      return two(minute);
    case '4':
      return String(minute);
    case '05':
      return two(second);
    case '5':
      return String(second);
    default:
      return hour >= 12 ? piece : piece === 'PM' ? 'AM' : 'am';
  }
}

function zonePiece(piece: string, offset: number, name: string): string | undefined {
  if (piece === 'MST') return name === '' ? numericZone('-07', offset, true) : name;
  if (!/^[-Z]07/.test(piece)) return undefined;
  return piece.startsWith('Z') && offset === 0 ? 'Z' : numericZone(piece.replace('Z', '-'), offset, false);
}

/** `-07:00` and the like; without a form of its own minutes appear if there are any. */
function numericZone(form: string, offset: number, isShort: boolean): string {
  const sign = offset < 0 ? '-' : '+';
  const minutes = Math.trunc(Math.abs(offset) / 60);
  const hours = two(Math.trunc(minutes / 60));
  if (isShort) return sign + hours + (minutes % 60 === 0 ? '' : two(minutes % 60));
  const colon = form.includes(':') ? ':' : '';
  const digits = form.replaceAll(/[^0-9]/g, '').length;
  const rest = digits > 2 ? colon + two(minutes % 60) : '';
  return sign + hours + rest + (digits > 4 ? colon + two(Math.abs(offset) % 60) : '');
}

/** `.000` in full, `.999` without zeros at its end. */
function fraction(piece: string, { nanoseconds }: Time): string | undefined {
  if (!/^[.,]/.test(piece)) return undefined;
  const digits = String(nanoseconds)
    .padStart(9, '0')
    .slice(0, piece.length - 1)
    .padEnd(piece.length - 1, '0');
  if (piece.charAt(1) === '0') return piece.charAt(0) + digits;
  const trimmed = digits.replace(/0{1,9}$/, '');
  return trimmed === '' ? '' : piece.charAt(0) + trimmed;
}
