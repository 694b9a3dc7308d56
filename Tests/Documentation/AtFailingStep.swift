import TenonTesting
import Testing

/// Reports what a step of a test did not find at the line of the step, not at that of the test.
struct AtFailingStep: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        do {
            try await function()
        } catch let error as TestingError {
            guard let place = error.place else { throw error }
            let location = SourceLocation(
                fileID: place.fileID, filePath: place.fileID, line: place.line, column: 1)
            Issue.record(error, sourceLocation: location)
        }
    }
}
