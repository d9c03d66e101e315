/** Upstream: golang/go src/time/format.go, Parse: a text by a layout. */
import { goQuote } from '../../../model/goQuote';
import { GoError } from '../../goTemplate/value';
import { daysFromCivil } from '../../../model/time';
import { daysIn } from './civil';
import { LONG_DAYS, LONG_MONTHS, nextPiece, SHORT_DAYS, SHORT_MONTHS } from './timeFormat';
import { UTC, type Time, type Zone } from './zones';

interface Fields {
  year: number;
  month: number;
  day: number;
  yearDay: number;
  hour: number;
  minute: number;
  second: number;
  nanoseconds: number;
  pm: boolean | undefined;
  zone: Zone | undefined;
}

/** Throws a GoError in Go's words. */
export function parseTime(layout: string, text: string): Time {
  return new TimeParser(layout, text).parse();
}

class TimeParser {
  readonly #layout: string;
  readonly #text: string;
  #rest: string;
  readonly #fields: Fields = {
    year: 0,
    month: -1,
    day: -1,
    yearDay: -1,
    hour: 0,
    minute: 0,
    second: 0,
    nanoseconds: 0,
    pm: undefined,
    zone: undefined,
  };

  constructor(layout: string, text: string) {
    this.#layout = layout;
    this.#text = text;
    this.#rest = text;
  }

  parse(): Time {
    for (let layout = this.#layout; ;) {
      const { before, piece, rest } = nextPiece(layout);
      this.#skip(before);
      if (piece === '') break;
      this.#read(piece, rest);
      layout = rest;
    }
    if (this.#rest !== '') throw this.#error(`: extra text: ${goQuote(this.#rest)}`);
    return this.#time();
  }

  #error(message: string): GoError {
    return new GoError(`parsing time ${goQuote(this.#text)}${message}`);
  }

  #cannot(piece: string, value = this.#rest): GoError {
    return this.#error(` as ${goQuote(this.#layout)}: cannot parse ${goQuote(value)} as ${goQuote(piece)}`);
  }

  #outOfRange(what: string): GoError {
    return this.#error(`: ${what} out of range`);
  }

  /** A blank in the layout stands for any number of blanks. */
  #skip(prefix: string): void {
    for (let at = 0; at < prefix.length;) {
      if (prefix[at] === ' ') {
        if (this.#rest !== '' && !this.#rest.startsWith(' ')) throw this.#cannot(prefix);
        while (prefix[at] === ' ') at += 1;
        this.#rest = this.#rest.replace(/^ +/, '');
      } else {
        if (this.#rest === '' || this.#rest[0] !== prefix[at]) throw this.#cannot(prefix);
        at += 1;
        this.#rest = this.#rest.slice(1);
      }
    }
  }

  #take(pattern: RegExp, piece: string): string {
    const found = pattern.exec(this.#rest)?.[0];
    if (found === undefined) throw this.#cannot(piece);
    this.#rest = this.#rest.slice(found.length);
    return found;
  }

  #number(piece: string, low: number, high: number, what: string): number {
    const isFixed = piece.length === 2 && piece !== '_2';
    if (piece === '_2') this.#rest = this.#rest.replace(/^ /, '');
    const value = Number(this.#take(isFixed ? /^[0-9]{2}/ : /^[0-9]{1,2}/, piece));
    if (value < low || value > high) throw this.#outOfRange(what);
    return value;
  }

  #name(names: readonly string[], piece: string): number {
    const lower = this.#rest.toLowerCase();
    const index = names.findIndex((name) => lower.startsWith(name.toLowerCase()));
    if (index < 0) throw this.#cannot(piece);
    this.#rest = this.#rest.slice(names[index]?.length ?? 0);
    return index;
  }

  #read(piece: string, rest: string): void {
    const fields = this.#fields;
    if (piece === '2006') fields.year = Number(this.#take(/^[0-9]{4}/, piece));
    else if (piece === '06') {
      const year = Number(this.#take(/^[0-9]{2}/, piece));
      fields.year = year + (year >= 69 ? 1900 : 2000);
    } else if (piece === 'January') fields.month = this.#name(LONG_MONTHS, piece) + 1;
    else if (piece === 'Jan') fields.month = this.#name(SHORT_MONTHS, piece) + 1;
    else if (piece === '01' || piece === '1') fields.month = this.#number(piece, 1, 12, 'month');
    else if (piece === 'Monday') this.#name(LONG_DAYS, piece);
    else if (piece === 'Mon') this.#name(SHORT_DAYS, piece);
    else if (piece === '02' || piece === '2' || piece === '_2') fields.day = this.#number(piece, 0, 99, 'day');
    else if (piece === '002' || piece === '__2') fields.yearDay = Number(this.#take(/^ {0,2}[0-9]{1,3}/, piece));
    else this.#readClock(piece, rest);
  }

  #readClock(piece: string, rest: string): void {
    const fields = this.#fields;
    if (piece === '15') fields.hour = Number(this.#take(/^[0-9]{1,2}/, piece));
    else if (piece === '03' || piece === '3') fields.hour = this.#number(piece, 0, 12, 'hour');
    else if (piece === '04' || piece === '4') fields.minute = this.#number(piece, 0, 59, 'minute');
    else if (piece === '05' || piece === '5') {
      fields.second = this.#number(piece, 0, 59, 'second');
      // A fraction may follow the seconds, also where the layout has none.
      if (/^[.,][0-9]/.test(this.#rest) && !/^[.,][09]/.test(rest)) this.#readFraction(/^[.,][0-9]+/, piece);
    } else if (piece === 'PM' || piece === 'pm') {
      fields.pm = this.#take(piece === 'PM' ? /^[AP]M/ : /^[ap]m/, piece).toLowerCase() === 'pm';
    } else if (/^[.,]0/.test(piece)) this.#readFraction(new RegExp(`^[.,][0-9]{${piece.length - 1}}(?![0-9])`), piece);
    else if (/^[.,]9/.test(piece)) {
      if (/^[.,][0-9]/.test(this.#rest)) this.#readFraction(/^[.,][0-9]{1,9}/, piece);
    } else if (piece === 'MST') fields.zone = zoneNamed(this.#take(/^(?:[A-Z]{3,5}|[-+][0-9]{2,4})/, piece));
    else this.#readOffset(piece);
    if (fields.hour > 23) throw this.#outOfRange('hour');
  }

  #readFraction(pattern: RegExp, piece: string): void {
    this.#fields.nanoseconds = Number(this.#take(pattern, piece).slice(1).padEnd(9, '0').slice(0, 9));
  }

  #readOffset(piece: string): void {
    if (piece.startsWith('Z') && this.#rest.startsWith('Z')) {
      this.#rest = this.#rest.slice(1);
      this.#fields.zone = UTC;
      return;
    }
    const pattern = piece.slice(1).replaceAll(/[0-9]{2}/g, '[0-9]{2}');
    const found = this.#take(new RegExp(`^[-+]${pattern}`), piece);
    const [hours = 0, minutes = 0, seconds = 0] = (found.match(/[0-9]{2}/g) ?? []).map(Number);
    if (hours > 24) throw this.#outOfRange('time zone offset hour');
    if (minutes > 60) throw this.#outOfRange('time zone offset minute');
    const offset = (hours * 60 + minutes) * 60 + seconds;
    this.#fields.zone = offset === 0 ? UTC : { name: '', offset: found.startsWith('-') ? -offset : offset };
  }

  #time(): Time {
    const { year, yearDay, minute, second, nanoseconds, pm, zone = UTC } = this.#fields;
    const hour = pm === undefined ? this.#fields.hour : (this.#fields.hour % 12) + (pm ? 12 : 0);
    const month = this.#fields.month < 0 ? 1 : this.#fields.month;
    const day = this.#fields.day < 0 ? 1 : this.#fields.day;
    if (day < 1 || day > daysIn(year, month)) throw this.#outOfRange('day');
    if (yearDay === 0 || yearDay > 337 + daysIn(year, 2)) throw this.#outOfRange('day-of-year');
    const days =
      yearDay > 0 && this.#fields.month < 0 ? daysFromCivil(year, 1, 1) + yearDay - 1 : daysFromCivil(year, month, day);
    return { seconds: days * 86_400 + hour * 3600 + minute * 60 + second - (zone.offset ?? 0), nanoseconds, zone };
  }
}

/** Names but UTC are made up with offset 0, as Go does where they are not the local zone's. */
function zoneNamed(name: string): Zone {
  return name === 'UTC' ? UTC : { name, offset: 0 };
}
