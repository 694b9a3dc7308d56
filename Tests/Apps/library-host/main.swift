import Glibc
import TenonCore

// It has no plugin of its own: its arguments are libraries that hold some.
let application = Application(
    ApplicationInfo(
        name: "Library Host", executable: "library-host", version: "0.1.0", scheme: "library-host"),
    libraries: Array(CommandLine.arguments.dropFirst()))
do {
    exit(try await application.run().rawValue)
} catch {
    print(error)
    exit(((error as? any ExplainedError)?.code.status ?? .defect).rawValue)
}
