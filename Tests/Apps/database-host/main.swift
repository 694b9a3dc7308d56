import Glibc
import TenonCore

// Both engines are linked; the addresses decide which one opens what.
let application = Application(
    ApplicationInfo(
        name: "Database Host", executable: "database-host", version: "1.0.0", scheme: "host"))
do {
    exit(try await application.run().rawValue)
} catch {
    print(error)
    exit(((error as? any ExplainedError)?.code.status ?? .defect).rawValue)
}
