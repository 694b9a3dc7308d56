import Testing
import TenonSecurity

@Suite struct HKDFTests {
    @Test func x() { #expect(SecretBytes.random(count: 3).count == 3) }
}
