import ArgumentParser
import FoundationEssentials
import TenonCore

/// `open`: goes to a location in the running program, or begins there.
struct OpenLinkCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        let info = CommandContext.current?.info
        let (name, scheme) = (info?.executable ?? "", info?.scheme ?? "")
        let text = Help.localized(
            "Locations are what links name. Without one, the running program comes to the front.")
        return CommandConfiguration(
            commandName: "open",
            abstract: Help.localized("Go to a location in the running program, or begin there."),
            discussion: """
                \(text)

                \(Help.localized("Examples:"))
                  \(name) open feed
                  \(name) open \(scheme)://feed
                """)
    }

    @Argument(help: .localized("The location."))
    var location: String?

    func run() async throws {
        guard let context = CommandContext.current, let container = Environment.current else {
            return
        }
        let target = try location.map { try Location(parsing: $0, scheme: context.info.scheme) }
        do {
            let message = PushMessage(location: target)
            return try await DeliveryCommands.send(
                Array(try JSONEncoder().encode(message)), to: context.info.executable)
        } catch let error as any ExplainedError where error.code == .pushNobody {
            try await begin(at: target, in: container)
        }
    }

    private func begin(at target: Location?, in container: Container) async throws {
        var configuration = container[.configuration]
        if let target {
            configuration = configuration.setting(.start, to: target.description)
        }
        let changed = container.overriding { $0.provide(.configuration, configuration) }
        let status = try await Environment.$current.withValue(changed) {
            try await changed[.frontEnd].run(in: changed)
        }
        if status != .success { throw ExitCode(status.rawValue) }
    }
}
