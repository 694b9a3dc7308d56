import ArgumentParser
import TenonCommandLine
import TenonCore

/// `wallet run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: Help.localized("Run a program with secrets in its environment."),
        discussion: Help.localized(
            """
            A reference names one part of an item: wallet://ITEM/PART, such as \
            wallet://github/user-name or wallet://login:0a1b…/password. The item is named as for \
            "show", with "/" and "%" escaped as %2F and %25; when several fit, they are listed, \
            nothing is started, and the exit status is 3. The part may be that of "show --field" \
            or the label of a custom field, PIN#2 for the second of several PIN; without one it is \
            the password. Every variable whose value is a reference gets the secret instead: those \
            of --env, of --env-file, and those that are set already. One that is set already and \
            only has "wallet://" further on stays as it is. The program takes the place of this \
            one and gets its signals. Anyone who may look at its environment sees the secrets.

            A file of --env-file has NAME=VALUE on each line, with or without "export" before it. \
            What begins with "#", at the start of a line or behind a space, is a comment. A value \
            may stand between quotation marks, and then have several lines; between double ones, \
            \\n, \\r, \\t, \\\\, \\", \\$ and \\` are escapes. "$" stands for itself. A reference \
            is the whole value; a longer scheme, such as my-wallet://, is another one. What is \
            none of this is named with its line, and nothing is started.

            Examples:
              wallet run --env PGPASSWORD=wallet://db.example -- psql -h db.example
              wallet run --env-file .env -- ./server --port 8080
            """))

    @Option(
        name: .customLong("env"),
        help: .localized("Set a variable to what a reference names. May be given several times."))
    var assignments: [String] = []

    @Option(
        name: .customLong("env-file"),
        help: .localized(
            "Read lines of NAME=VALUE from FILE; a value may be a reference. \"-\" is standard input."
        ),
        completion: .file())
    var files: [String] = []

    @Argument(
        parsing: .postTerminator, help: .localized("The program and its arguments, after \"--\"."))
    var program: [String]

    func run() async throws {
        let session = try CommandSession.current
        let assignments = try assignments.map(Self.assignment)
        let resolver = SecretResolver(session)
        var variables: [String: SecretText] = [:]
        for (name, value) in session.container[.configuration].environment {
            let value = SecretText(value)
            guard SecretReference.firstIndex(in: value) == 0 else { continue }
            guard let reference = SecretReference(value) else {
                throw WalletCommandError.badReference(name)
            }
            variables[name] = try await resolver.secret(reference)
        }
        for path in files {
            let file = try EnvironmentFile(SecretFile.contents(of: path), path: path)
            for variable in file.variables {
                variables[variable.name] =
                    switch variable.value {
                    case .text(let text): text
                    case .reference(let reference):
                        try await resolver.secret(reference, line: variable.line, of: path)
                    }
            }
        }
        for (name, reference) in assignments {
            variables[name] = try await resolver.secret(reference)
        }
        for (name, value) in variables where value.withBytes({ $0.contains(0) }) {
            throw WalletCommandError.unfitForEnvironment(name)
        }
        throw ProgramSuccession(
            program: program[0], arguments: Array(program.dropFirst()), variables: variables)
    }

    private static func assignment(_ text: String) throws -> (String, SecretReference) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, EnvironmentFile.isName(parts[0]),
            let reference = SecretReference(String(parts[1]))
        else {
            // What was given instead may be a secret.
            throw ValidationError.localized(
                "--env takes NAME=wallet://ITEM/PART. Put other values into the file of --env-file."
            )
        }
        return (String(parts[0]), reference)
    }
}
