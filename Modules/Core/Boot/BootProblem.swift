/// One thing that keeps an application from starting, with its remedy.
public struct BootProblem: Sendable, Equatable {
    /// What is wrong, in one sentence, to be translated.
    let sentence: Sentence
    /// The plugins involved and how.
    let detailSentences: [Sentence]
    /// What to do.
    let remedySentences: [Sentence]

    init(_ sentence: Sentence, details: [Sentence] = [], remedies: [Sentence]) {
        self.sentence = sentence
        detailSentences = details
        remedySentences = remedies
    }

    init(_ sentence: Sentence, details: [Sentence] = [], remedy: Sentence) {
        self.init(sentence, details: details, remedies: remedy.isEmpty ? [] : [remedy])
    }

    /// What is wrong, in one sentence, in English.
    public var message: String { "\(sentence)" }
    /// The plugins involved and how, one line each, in English.
    public var details: [String] { detailSentences.map(\.description) }
    /// What to do, one line each, in English.
    public var remedy: [String] { remedySentences.map(\.description) }

    static func unknownRecord(version: UInt32) -> BootProblem {
        BootProblem(
            """
            A linked module holds a plugin record of version \(version); this TenonCore understands \
            version \(PluginSection.recordVersion).
            """, remedy: "Build all modules with the same version of Tenon.")
    }

    static func copiesOfCore(_ count: Int) -> BootProblem {
        BootProblem(
            """
            This process holds \(count) copies of TenonCore, and each would have plugins and a \
            container of its own.
            """,
            remedy: """
                Link TenonCore into the executable alone, or into one dynamic library that everything \
                else uses.
                """)
    }

    static func sameName(_ name: String, count: Int) -> BootProblem {
        BootProblem(
            "\(count) plugins are called \"\(name)\".",
            remedy: "Give each plugin a name of its own in its manifest, or link only one.")
    }

    static func sameNamedPorts(_ name: String) -> BootProblem {
        BootProblem(
            "Two different ports are called \"\(name)\".",
            remedy: "Declare a port once, as a static property, or rename one of them.")
    }

    static func missing(
        _ port: AnyPort, requiredBy chains: [[String]], executable: String
    ) -> BootProblem {
        var details: [Sentence] = []
        let application: Sentence = "the application"
        for chain in chains {
            var path = chain.first.map { Sentence(verbatim: $0) } ?? application
            for next in chain.dropFirst() {
                let longer: Sentence = "\(path), which is required by \(next)"
                path = longer
            }
            let detail: Sentence = "Required by \(path)."
            if !details.contains(detail) { details.append(detail) }
        }
        guard let suggestion = port.knownProviders.last else {
            return BootProblem(
                "Nothing provides the port \"\(port.name)\".", details: details,
                remedy: "Link a module whose plugin provides \"\(port.name)\".")
        }
        let known = port.knownProviders.joined(separator: ", ")
        let product = ".product(name: \"\(suggestion)\", package: \"tenon\")"
        let target = ".executableTarget(name: \"\(executable)\", dependencies: [\(product), …])"
        return BootProblem(
            "Nothing provides the port \"\(port.name)\".",
            details: details + ["Modules that provide it: \(known)."],
            remedies: [
                "Link one of them: in Package.swift, add it to the dependencies of \(executable):",
                "    \(target)",
                "A module of the same package is named alone: \"\(suggestion)\".",
            ])
    }

    static func ambiguous(_ port: AnyPort, plugins: [String]) -> BootProblem {
        let names = plugins.joined(separator: ", ")
        if port == AnyPort.frontEnd {
            return BootProblem(
                "\(plugins.count) plugins provide the port \"\(port.name)\".",
                details: ["They are \(names)."],
                remedy: """
                    Choose one with --front-end \(plugins[0]), or remove the others from the \
                    dependencies of the executable.
                    """)
        }
        return BootProblem(
            "\(plugins.count) plugins provide the port \"\(port.name)\".",
            details: ["They are \(names)."],
            remedies: [
                "Remove all but one of them from the dependencies of the executable.",
                "Or let exactly one take the place of the others: provide(…, overriding: true).",
            ])
    }

    static func unknownFrontEnd(_ name: String, available: [String]) -> BootProblem {
        BootProblem(
            "No linked plugin called \"\(name)\" provides a front end.",
            details: ["Linked front ends: \(available.joined(separator: ", "))."],
            remedy: "Choose one of these with --front-end, or link the one that is missing.")
    }

    /// A factory that failed, with the message and the remedy of its error.
    static func factory(_ error: any Error) -> BootProblem {
        guard let error = error as? any ExplainedError else {
            return BootProblem(Sentence(verbatim: "\(error)"), remedies: [])
        }
        return BootProblem(error.message, remedy: error.remedy)
    }
}

extension BootProblem: Codable {
    private enum CodingKeys: String, CodingKey { case message, details, remedy }

    /// Reads the texts, which stay in English.
    public init(from decoder: any Decoder) throws {
        let texts = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            Sentence(verbatim: try texts.decode(String.self, forKey: .message)),
            details: try texts.decode([String].self, forKey: .details).map {
                Sentence(verbatim: $0)
            },
            remedies: try texts.decode([String].self, forKey: .remedy).map {
                Sentence(verbatim: $0)
            })
    }

    /// Writes the texts in English.
    public func encode(to encoder: any Encoder) throws {
        var texts = encoder.container(keyedBy: CodingKeys.self)
        try texts.encode(message, forKey: .message)
        try texts.encode(details, forKey: .details)
        try texts.encode(remedy, forKey: .remedy)
    }
}
