import Glibc
import TenonMemory
import Testing

@Suite("The factor for short limits")
struct PatienceTests {
    @Test(
        "Is a whole number up to a hundred that the environment has, else 1",
        arguments: [("20", 20), ("100", 100), ("101", 1), ("0", 1), ("2.5", 1)])
    func factor(text: String, factor: Int) async {
        await #expect(processExitsWith: .success) { [text, factor] in
            setenv("TENON_PATIENCE", text, 1)
            #expect(Patience.factor == factor)
        }
    }
}
