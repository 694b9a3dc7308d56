import Foundation
import TenonCore
import Testing

@Suite("Dates and times of day in UTC")
struct UTCTimeTests {
    @Test("are those of Foundation's calendar, and lead back to the same second")
    func calendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        // From the year 1600 on, which is when both calendars are the same one.
        var seconds: Int64 = -11_676_096_000
        while seconds < 20_000_000_000 {
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: Double(seconds)))
            let time = UTCTime(Timestamp(seconds: seconds))
            #expect(time.year == parts.year && time.month == parts.month && time.day == parts.day)
            #expect(
                time.hour == parts.hour && time.minute == parts.minute
                    && time.second == parts.second)
            #expect(time.timestamp == Timestamp(seconds: seconds))
            // About 61 days, so that every month and leap day has its turn.
            seconds += 5_270_399
        }
    }

    @Test("cut off what is below a second, also before 1970")
    func seconds() {
        #expect("\(UTCTime(Timestamp(milliseconds: -1)))" == "1969-12-31T23:59:59Z")
        #expect("\(UTCTime(Timestamp(milliseconds: 999)))" == "1970-01-01T00:00:00Z")
        #expect(Timestamp(milliseconds: -1).second == Timestamp(seconds: -1))
        #expect(Timestamp(milliseconds: 1_999).second == Timestamp(seconds: 1))
        #expect(InternetTime.write(Timestamp(milliseconds: -1)) == "1969-12-31T23:59:59.999Z")
    }

    @Test("have four digits for the year")
    func years() {
        #expect("\(UTCTime(year: 7, month: 3, day: 4))" == "0007-03-04T00:00:00Z")
        let last = UTCTime(
            year: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 59)
        #expect(UTCTime(last.timestamp) == last)
        #expect(last.timestamp == Timestamp(seconds: 253_402_300_799))
    }
}
