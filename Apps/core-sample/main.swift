import Glibc
import TenonCore

// Everything is linked: the plugin is found in this binary, and nothing is set up here.
let application = Application(
    ApplicationInfo(
        name: "Core Sample", executable: "core-sample", version: "0.1.0", scheme: "core-sample"))
do {
    exit(try await application.run().rawValue)
} catch {
    print(error)
    exit(((error as? any ExplainedError)?.code.status ?? .defect).rawValue)
}
