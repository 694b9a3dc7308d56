/// Everything that keeps an application from starting.
public struct BootFailure: ExplainedError, Equatable {
    /// The name of the executable.
    public let executable: String
    /// The problems, at least one.
    public let problems: [BootProblem]
    /// The errors of factories, when there is no other problem.
    ///
    /// A setting is wrong, or this machine lacks something; the executable itself is put together
    /// correctly.
    public let reason: Explanation?
    /// Whether something is wrong with how the executable is put together.
    private let isAssembly: Bool

    init(executable: String, problems: [BootProblem]) {
        self.executable = executable
        self.problems = problems
        reason = nil
        isAssembly = true
    }

    /// The failure of factories.
    init(executable: String, factories failures: [any Error]) {
        let causes = failures.map { ($0 as? ContainerError)?.cause as? any ExplainedError }
        let reasons = Set(causes.compactMap { $0.map(Explanation.init) })
        isAssembly = causes.contains { $0 == nil || $0 is ContainerError }
        self.executable = executable
        problems = failures.map(BootProblem.factory)
        reason = reasons.count == 1 && !isAssembly ? reasons.first : nil
    }

    /// The code of the reason, or `boot.failed`, which leads to exit status 78.
    public var code: ErrorCode { reason?.code ?? .bootFailed }

    /// The reason, or all problems, numbered, each with its path and its remedy.
    public var message: Sentence {
        if let reason { return reason.message }
        var pattern = "{0}"
        var values: [Sentence.Value] = [.sentence(heading)]
        func appendLine(_ start: String, _ sentence: Sentence) {
            pattern += "\n\(start){\(values.count)}"
            values.append(.sentence(sentence))
        }
        for (index, problem) in problems.enumerated() {
            appendLine("\n\(index + 1). ", problem.sentence)
            for line in problem.detailSentences + problem.remedySentences {
                appendLine("   ", line)
            }
        }
        return Sentence(pattern: pattern, values: values)
    }

    private var heading: Sentence {
        switch (isAssembly, problems.count) {
        case (true, 1): "\(executable) cannot start: 1 problem in how it is put together."
        case (true, let count):
            "\(executable) cannot start: \(count) problems in how it is put together."
        case (false, let count): "\(executable) cannot start: \(count) problems."
        }
    }

    /// The remedy of the reason; otherwise empty, since each problem names its own.
    public var remedy: Sentence { reason?.remedy ?? "" }
}

extension ErrorCode {
    /// The application cannot start because of how it is put together.
    public static let bootFailed = ErrorCode("boot.failed", .configuration)
}
