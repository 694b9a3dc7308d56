import HTTPTypes
import TenonCore
import Testing

@testable import TenonNetworking  // Other modules see whole requests only.

@Suite("The time that a server asks to wait")
struct RetryAfterTests {
    /// 1994-11-06 08:49:37 UTC, the example of RFC 9110.
    private let example = Timestamp(seconds: 784_111_777)

    @Test(
        "is a date in any of the three forms",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ])
    func dates(_ text: String) {
        #expect(HTTPDate.timestamp(of: text) == example)
        let before = example.advanced(by: .seconds(-90))
        #expect(RetryAfter.duration(in: [.retryAfter: text], now: before) == .seconds(90))
        let after = example.advanced(by: .seconds(90))
        #expect(RetryAfter.duration(in: [.retryAfter: text], now: after) == .zero)
    }

    @Test("counts leap days, and the last second of a leap year")
    func leapYears() {
        #expect(
            HTTPDate.timestamp(of: "Thu, 29 Feb 2024 00:00:00 GMT")?.milliseconds
                == 1_709_164_800_000)
        #expect(
            HTTPDate.timestamp(of: "Tue, 31 Dec 2024 23:59:59 GMT")?.milliseconds
                == 1_735_689_599_000)
        #expect(HTTPDate.timestamp(of: "Thu, 01 Jan 1970 00:00:00 GMT")?.milliseconds == 0)
    }

    @Test(
        "is unknown when it cannot be read",
        arguments: [
            "", "soon", "-5", "1.5", "5 s", "Sun, 32 Nov 1994 08:49:37 GMT",
            "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 08:49", "Sun 06 Nov",
        ])
    func unreadable(_ text: String) {
        #expect(RetryAfter.duration(in: [.retryAfter: text], now: example) == nil)
    }

    @Test("is a number of seconds, however long")
    func seconds() {
        #expect(RetryAfter.duration(in: [.retryAfter: "120"], now: example) == .seconds(120))
        #expect(RetryAfter.duration(in: [.retryAfter: "0"], now: example) == .zero)
        let long = RetryAfter.duration(in: [.retryAfter: "99999999999999999999"], now: example)
        #expect(long == .seconds(UInt32.max))
        #expect(RetryAfter.duration(in: [:], now: example) == nil)
    }
}
