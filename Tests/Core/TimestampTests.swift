import TenonCore
import Testing

@Suite struct TimestampTests {
    @Test("time moves by durations in both directions, cut off at milliseconds")
    func advanced() {
        let time = Timestamp(seconds: 10)
        #expect(time.advanced(by: .milliseconds(1500)).milliseconds == 11_500)
        #expect(time.advanced(by: .seconds(-11)).milliseconds == -1000)
        #expect(time.advanced(by: .milliseconds(-1)).milliseconds == 9999)
        #expect(time.advanced(by: .microseconds(999)).milliseconds == 10_000)
    }

    @Test("earlier times are smaller")
    func order() {
        #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
        #expect(Timestamp(seconds: 1) > Timestamp(milliseconds: 999))
    }
}
