// SPDX-License-Identifier: MIT

/// A second of the proleptic Gregorian calendar in UTC, without leap seconds.
package struct CivilDate: Hashable, Sendable {
  /// The year; 0 is the year before the year 1.
  package let year: Int64
  /// 1 to 12.
  package let month: Int64
  /// 1 to 31.
  package let day: Int64
  /// Seconds since midnight.
  package let secondOfDay: Int64

  /// The date that many seconds after 1970-01-01 00:00 UTC; negative before it.
  package init(secondsSince1970 seconds: Int64) {
    let days = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
    secondOfDay = seconds - days * 86_400
    // Days counted from 1 March of the year 0, so that the leap day ends a year; eras of 400 years
    // (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (shiftedMonth >= 10 ? 1 : 0)
  }
}

extension CivilDate: CustomStringConvertible {
  /// `2026-03-01T12:00:00Z` (ISO 8601).
  package var description: String {
    func padded(_ value: Int64, _ width: Int = 2) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let time = [secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60]
    return "\(padded(year, 4))-\(padded(month))-\(padded(day))T"
      + "\(padded(time[0])):\(padded(time[1])):\(padded(time[2]))Z"
  }
}
