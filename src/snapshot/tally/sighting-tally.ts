import type { PackedSightings } from '../tables.ts';
import { Growing, sortedPlaces } from './growing.ts';
import { PairMap } from './pair-map.ts';

const u16 = (length: number) => new Uint16Array(length);
const u32 = (length: number) => new Uint32Array(length);

/**
 * Counts sightings by the day on which their thing was seen before, one day after the other. Days are their
 * places in the list of days, counted from one.
 */
export class SightingTally {
  readonly #seriesCount: number;
  /** When each thing was seen last in each series. */
  readonly #lastSeen = new PairMap();

  /** The sightings of today: their series, and when their things were seen before. */
  readonly #todaySeries = new Growing(u32);
  readonly #todayPrevious = new Growing(u16);
  #today = 0;

  /** The days that are over: runs in order of day, as `PackedSightings` has them in order of series. */
  readonly #runSeries = new Growing(u32);
  readonly #runDay = new Growing(u16);
  readonly #firstRow = new Growing(u32);
  readonly #previous = new Growing(u16);
  readonly #upTo = new Growing(u32);

  constructor(seriesCount: number) {
    this.#seriesCount = seriesCount;
  }

  /** What was seen before the first day that is counted. */
  remember(series: number, thing: number, place: number): void {
    if (place > this.#lastSeen.get(series, thing)) this.#lastSeen.set(series, thing, place);
  }

  startDay(place: number): void {
    this.#today = place;
  }

  /** Notes a sighting, and returns whether it is the first of today. */
  see(series: number, thing: number): boolean {
    const previous = this.#lastSeen.set(series, thing, this.#today);
    if (previous === this.#today) return false;
    this.#todaySeries.push(series);
    this.#todayPrevious.push(previous);
    return true;
  }

  endDay(): void {
    const series = this.#todaySeries.values;
    const previous = this.#todayPrevious.values;
    const byPrevious = sortedPlaces(previous, this.#today).places;
    const { places } = sortedPlaces(series, this.#seriesCount, byPrevious);
    let seen = 0;
    for (let i = 0; i < places.length; i++) {
      const place = places[i] ?? 0;
      const ours = series[place] ?? 0;
      const earlier = previous[place] ?? 0;
      if (i === 0 || series[places[i - 1] ?? 0] !== ours) {
        this.#runSeries.push(ours);
        this.#runDay.push(this.#today - 1);
        this.#firstRow.push(this.#previous.length);
        seen = 0;
      }
      seen++;
      const after = places[i + 1];
      const isLast = after === undefined || series[after] !== ours || previous[after] !== earlier;
      if (!isLast) continue;
      this.#previous.push(earlier);
      this.#upTo.push(seen);
    }
    this.#todaySeries.clear();
    this.#todayPrevious.clear();
  }

  packed(): PackedSightings {
    const { places, first } = sortedPlaces(this.#runSeries.values, this.#seriesCount);
    const [runDay, firstRow] = [this.#runDay.values, this.#firstRow.values];
    const [previous, upTo] = [this.#previous.values, this.#upTo.values];
    const packed = {
      firstRun: first,
      runDay: u16(places.length),
      firstRow: u32(places.length + 1),
      previous: u16(previous.length),
      upTo: u32(upTo.length),
    };
    let row = 0;
    const { runDay: toDay, firstRow: toFirst, previous: toPrevious, upTo: toUpTo } = packed;
    for (let run = 0; run < places.length; run++) {
      const place = places[run] ?? 0;
      const to = firstRow[place + 1] ?? previous.length;
      toDay[run] = runDay[place] ?? 0;
      toFirst[run] = row;
      for (let i = firstRow[place] ?? 0; i < to; i++, row++) {
        toPrevious[row] = previous[i] ?? 0;
        toUpTo[row] = upTo[i] ?? 0;
      }
    }
    packed.firstRow[places.length] = row;
    return packed;
  }
}
