import Foundation

// What is asked for is in `Options`, what is done in `Torture`.

do {
    let options = try Options(CommandLine.arguments.dropFirst())
    guard !options.isHelp else {
        print(Options.help)
        exit(0)
    }
    exit(try await Torture(options).run() ? 0 : 1)
} catch let problem as Problem {
    FileHandle.standardError.write(Data("tools/torture/run: \(problem.message)\n".utf8))
    exit(problem.status)
}
