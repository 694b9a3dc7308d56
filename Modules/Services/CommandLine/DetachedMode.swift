import Glibc
import TenonCore

/// The hidden mode in which the executable runs one detached task and ends.
///
/// Standard input is a socket: the input is read from it to the end, then one byte is written back
/// as the sign that the task has begun. Nothing is booted.
struct DetachedMode {
    /// How the hidden mode is started: by the link to the running executable, which also works when
    /// its file has been replaced meanwhile.
    static let launch = DetachedLaunch(executable: "/proc/self/exe", argumentPrefix: "--tenon-")

    private static let maximumInput = 4 << 20

    let application: Application

    /// The name of the task that the arguments select; `nil` in the ordinary mode.
    static func task(in arguments: [String]) -> String? {
        guard arguments.count == 1, arguments[0].hasPrefix(launch.argumentPrefix) else {
            return nil
        }
        return String(arguments[0].dropFirst(launch.argumentPrefix.count))
    }

    /// Runs a task until it is done or the process gets a signal to end.
    func run(_ name: String) async -> Ending {
        // Its input may be a secret.
        SecretText.forbidDumps()
        guard let tasks = try? await application.contributions(to: .detachedTasks),
            let task = tasks.first(where: { $0.name == name }), let work = Self.prepare(task)
        else {
            return Ending(
                status: .usage, message: "error: There is no detached task \"\(name)\".")
        }
        // It may outlive the folder and the terminal that it was started from.
        chdir("/")
        var answer: UInt8 = 1
        send(STDIN_FILENO, &answer, 1, Int32(MSG_NOSIGNAL))
        await work()
        return Ending(status: .success)
    }

    /// The work of a task; the input is gone, and thereby wiped, when this returns.
    private static func prepare(_ task: DetachedTask) -> DetachedTask.Work? {
        (try? InputFile.contents(of: STDIN_FILENO, limit: maximumInput)).map(task.prepare)
    }
}
