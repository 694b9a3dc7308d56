import Foundation
package import TenonCore

/// A unit that distances in time are counted in.
enum DistanceUnit: Int64 {
    case second = 1
    case minute = 60
    case hour = 3600
    case day = 86_400

    var seconds: Double { Double(rawValue) }

    var field: Date.RelativeFormatStyle.Field {
        switch self {
        case .second: .second
        case .minute: .minute
        case .hour: .hour
        case .day: .day
        }
    }
}

/// A point in time as people speak of it, and until when they do.
///
/// Minutes, then hours, then days by the calendar of the place; from a week on the day itself.
package struct MomentWording: Equatable {
    /// How far it is from now, or the day.
    package let text: String
    /// The day and the time.
    let exact: String
    /// When other words are due; `nil` when they never are.
    package let end: Timestamp?

    /// Finds the words.
    init(_ time: Timestamp, at now: Timestamp, _ localization: Localization) {
        let distance = time.milliseconds - now.milliseconds
        exact = localization.format(time, .init(date: .abbreviated, time: .shortened))
        func counted(_ unit: DistanceUnit) -> (text: String, end: Timestamp?) {
            let size = unit.rawValue * 1000
            let count = distance / size
            // What is over grows at each full unit; what is to come shrinks just after one.
            let next = distance <= 0 ? count - 1 : count
            let end = time.milliseconds - next * size + (distance <= 0 ? 0 : 1)
            return (localization.distance(Int(count), unit), Timestamp(milliseconds: end))
        }
        let days = localization.days(from: now, to: time)
        switch abs(distance) {
        case ..<60_000:
            text = localization.distance(0, .second)
            end = time.advanced(by: .seconds(60))
        case ..<3_600_000:
            (text, end) = counted(.minute)
        case ..<43_200_000:
            (text, end) = counted(.hour)
        case _ where days == 0:
            let (words, hour) = counted(.hour)
            text = words
            end = [hour, localization.nextDay(after: now)].compactMap(\.self).min()
        case _ where abs(days) < 7:
            text = localization.distance(days, .day)
            // What is to come is counted in hours as soon as there are less than twelve.
            let near = Timestamp(milliseconds: time.milliseconds - 43_200_000 + 1)
            let next = localization.nextDay(after: now)
            end = distance > 0 ? min(near, next) : next
        default:
            text = localization.format(time, .init(date: .abbreviated, time: .omitted))
            end = distance < 0 ? nil : localization.nextDay(after: now)
        }
    }
}
