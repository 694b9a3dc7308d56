/// One thing that keeps an application from starting, with its remedy.
public struct BootProblem: Sendable, Equatable, Codable {
    /// What is wrong, in one sentence.
    public let message: String
    /// The plugins involved and how, one line each.
    public let details: [String]
    /// What to do, one line each.
    public let remedy: [String]

    static func unknownRecord(version: UInt32) -> BootProblem {
        BootProblem(
            message: "A linked module holds a plugin record of version \(version); "
                + "this TenonCore understands version \(PluginSection.recordVersion).",
            details: [],
            remedy: ["Build all modules with the same version of Tenon."])
    }

    static func copiesOfCore(_ count: Int) -> BootProblem {
        BootProblem(
            message: "This process holds \(count) copies of TenonCore, "
                + "and each would have plugins and a container of its own.",
            details: [],
            remedy: [
                "Link TenonCore into the executable alone, or into one dynamic library that "
                    + "everything else uses."
            ])
    }

    static func sameName(_ name: String, count: Int) -> BootProblem {
        BootProblem(
            message: "\(count) plugins are called \"\(name)\".", details: [],
            remedy: ["Give each plugin a name of its own in its manifest, or link only one."])
    }

    static func sameNamedPorts(_ name: String) -> BootProblem {
        BootProblem(
            message: "Two different ports are called \"\(name)\".", details: [],
            remedy: ["Declare a port once, as a static property, or rename one of them."])
    }

    static func missing(
        _ port: AnyPort, requiredBy chains: [[String]], executable: String
    ) -> BootProblem {
        var details: [String] = []
        for chain in chains {
            let detail = "Required by \(chain.joined(separator: ", which is required by "))."
            if !details.contains(detail) { details.append(detail) }
        }
        guard let suggestion = port.knownProviders.last else {
            return BootProblem(
                message: "Nothing provides the port \"\(port.name)\".", details: details,
                remedy: ["Link a module whose plugin provides \"\(port.name)\"."])
        }
        let known = port.knownProviders.joined(separator: ", ")
        let product = ".product(name: \"\(suggestion)\", package: \"tenon\")"
        return BootProblem(
            message: "Nothing provides the port \"\(port.name)\".",
            details: details + ["Modules that provide it: \(known)."],
            remedy: [
                "Link one of them: in Package.swift, add it to the dependencies of \(executable):",
                "    .executableTarget(name: \"\(executable)\", dependencies: [\(product), …])",
                "A module of the same package is named alone: \"\(suggestion)\".",
            ])
    }

    static func ambiguous(_ port: AnyPort, plugins: [String]) -> BootProblem {
        let choice =
            port == AnyPort.frontEnd
            ? "Choose one with --front-end \(plugins[0]), or remove the others"
            : "Remove all but one of them"
        let overriding =
            port == AnyPort.frontEnd
            ? []
            : ["Or let exactly one take the place of the others: provide(…, overriding: true)."]
        return BootProblem(
            message: "\(plugins.count) plugins provide the port \"\(port.name)\".",
            details: ["They are \(plugins.joined(separator: ", "))."],
            remedy: ["\(choice) from the dependencies of the executable."] + overriding)
    }

    static func unknownFrontEnd(_ name: String, available: [String]) -> BootProblem {
        BootProblem(
            message: "No linked plugin called \"\(name)\" provides a front end.",
            details: ["Linked front ends: \(available.joined(separator: ", "))."],
            remedy: ["Choose one of these with --front-end, or link the one that is missing."])
    }

    /// A factory that failed; the error is a ``ContainerError`` in all but name.
    static func factory(_ error: any Error) -> BootProblem {
        guard let error = error as? any ExplainedError else {
            return BootProblem(message: "\(error)", details: [], remedy: [])
        }
        return BootProblem(
            message: "\(error.message)", details: [],
            remedy: error.remedy.isEmpty ? [] : ["\(error.remedy)"])
    }
}

/// Everything that keeps an application from starting.
public struct BootFailure: ExplainedError, Equatable {
    /// The name of the executable.
    public let executable: String
    /// The problems, at least one.
    public let problems: [BootProblem]
    /// What factories say themselves when that is all there is: a setting, or something that this
    /// machine lacks, and nothing in how the executable is put together.
    public let reason: Explanation?

    init(executable: String, problems: [BootProblem], reason: Explanation? = nil) {
        self.executable = executable
        self.problems = problems
        self.reason = reason
    }

    /// The failure of factories.
    init(executable: String, factories failures: [any Error]) {
        let causes = failures.map { ($0 as? ContainerError)?.cause as? any ExplainedError }
        let reasons = Set(causes.compactMap { $0.map(Explanation.init) })
        let isOne = reasons.count == 1 && causes.allSatisfy { $0 != nil && !($0 is ContainerError) }
        self.init(
            executable: executable, problems: failures.map(BootProblem.factory),
            reason: isOne ? reasons.first : nil)
    }

    /// That of the reason, or `boot.failed`, which leads to exit status 78.
    public var code: ErrorCode { reason?.code ?? .bootFailed }

    /// The reason, or all problems, numbered, each with its path and its remedy.
    public var message: Sentence {
        if let reason { return reason.message }
        let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        var lines = ["\(executable) cannot start: \(count) in how it is put together."]
        for (index, problem) in problems.enumerated() {
            lines.append("")
            lines.append("\(index + 1). \(problem.message)")
            lines += problem.details.map { "   \($0)" }
            lines += problem.remedy.map { "   \($0)" }
        }
        return Sentence(verbatim: lines.joined(separator: "\n"))
    }

    /// That of the reason; otherwise empty, since each problem names its own.
    public var remedy: Sentence { reason?.remedy ?? "" }
}

extension ErrorCode {
    /// The application cannot start because of how it is put together.
    public static let bootFailed = ErrorCode("boot.failed", .configuration)
}
