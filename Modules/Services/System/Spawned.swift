import Glibc
import TenonCore
import TenonMemory

/// A child process that was started, with the descriptors that lead to it.
final class Spawned {
    /// How a process ended, as `waitpid` tells it.
    struct WaitStatus {
        let rawValue: Int32

        /// The exit status; `nil` when a signal ended the process.
        var exitStatus: Int32? { rawValue & 0x7F == 0 ? (rawValue >> 8) & 0xFF : nil }
    }

    /// What passed through the descriptors.
    struct Exchange {
        /// Whether all input was taken and all output was read before the deadline.
        let isComplete: Bool
        /// The output; `nil` when it was longer than the limit.
        let output: SecretText?
    }

    private let process: pid_t
    private let life: ProcessLife
    private var input: Int32
    private var output: Int32

    /// Starts a program; `nil` when that is not possible.
    ///
    /// - Parameter life: What other threads end it with.
    init?(_ program: ChildProcess, _ life: ProcessLife = ProcessLife()) {
        self.life = life
        // Sockets instead of pipes: writing to a closed one need not raise a signal.
        var inputs: [Int32] = [-1, -1]
        var outputs: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &inputs) == 0 else { return nil }
        if program.outputLimit > 0, socketpair(AF_UNIX, type, 0, &outputs) != 0 {
            inputs.forEach { close($0) }
            return nil
        }
        let process = Self.spawn(program, standardInput: inputs[1], standardOutput: outputs[1])
        close(inputs[1])
        if outputs[1] >= 0 { close(outputs[1]) }
        input = inputs[0]
        output = outputs[0]
        self.process = process ?? -1
        guard let process else { return nil }
        life.begin(process)
    }

    deinit {
        if input >= 0 { close(input) }
        if output >= 0 { close(output) }
    }

    /// Writes the input and reads the output at the same time, so that neither blocks the other.
    func exchange(
        _ text: SecretText, outputLimit: Int, until deadline: ContinuousClock.Instant
    ) -> Exchange {
        let buffer = SecretBuffer()
        var written = 0
        if text.isEmpty { closeInput() }
        while input >= 0 || output >= 0 {
            var polls = [
                pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            ]
            let left = deadline - .now
            guard left > .zero else { return Exchange(isComplete: false, output: nil) }
            poll(&polls, 2, left.pollTimeout)
            if polls[0].revents != 0 {
                let count = text.withBytes { bytes in
                    send(
                        input, bytes.baseAddress.map { $0 + written }, bytes.count - written,
                        Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                }
                written += max(0, count)
                // A program that does not want its input, and has closed it, is not our problem.
                if written == text.count || (count < 0 && errno != EAGAIN && errno != EINTR) {
                    closeInput()
                }
            }
            if polls[1].revents != 0 {
                let count = buffer.fill(atMost: min(outputLimit + 1 - buffer.count, 1 << 16)) {
                    read(output, $0.baseAddress, $0.count)
                }
                if count == 0 || (count < 0 && errno != EINTR) { closeOutput() }
                if buffer.count > outputLimit { return Exchange(isComplete: false, output: nil) }
            }
        }
        return Exchange(isComplete: true, output: buffer.text)
    }

    /// Writes the input and waits for the one byte that confirms it.
    ///
    /// - Returns: Whether the byte came before the deadline.
    func handOver(_ text: SecretText, until deadline: ContinuousClock.Instant) -> Bool {
        let answer = dup(input)
        defer { close(answer) }
        // Closing one direction only: the program sees the end of its input and can still answer.
        guard exchange(text, outputLimit: 0, until: deadline).isComplete,
            shutdown(answer, Int32(SHUT_WR)) == 0
        else { return false }
        var wait = pollfd(fd: answer, events: Int16(POLLIN), revents: 0)
        let left = deadline - .now
        guard left > .zero, poll(&wait, 1, left.pollTimeout) == 1 else { return false }
        var byte: UInt8 = 0
        return recv(answer, &byte, 1, 0) == 1
    }

    /// Waits until it ends, at most until a deadline.
    func wait(until deadline: ContinuousClock.Instant) -> WaitStatus? {
        var pause: UInt32 = 500
        while true {
            if let status = life.status() { return WaitStatus(rawValue: status) }
            guard deadline > .now else { return nil }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
    }

    /// Waits until it ends, however long that takes.
    func waitForever() {
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }

    /// Ends it at once.
    func kill() {
        life.end()
        _ = wait(until: .now + .seconds(5))
    }

    private func closeInput() {
        close(input)
        input = -1
    }

    private func closeOutput() {
        close(output)
        output = -1
    }

    /// Starts a program with two descriptors; all others are closed in it, and its signals are reset.
    private static func spawn(
        _ program: ChildProcess, standardInput: Int32, standardOutput: Int32
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardInput, 0)
        if standardOutput >= 0 {
            posix_spawn_file_actions_adddup2(&actions, standardOutput, 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        closeOthers(in: &actions)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // POSIX.1-2024 has this flag, but glibc shows it to GNU sources only; its value is fixed.
        let newSession: Int32 = 0x80
        let flags =
            POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (program.isDetached ? newSession : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var arguments = ([program.path] + program.arguments).map { strdup($0) } + [nil]
        var environment = program.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        var process: pid_t = 0
        let result = posix_spawn(
            &process, program.path, &actions, &attributes, &arguments, &environment)
        return result == 0 ? process : nil
    }

    /// Closes every descriptor but the first three.
    ///
    /// A program that stays in the background would otherwise keep open what another thread has just
    /// opened, and a reader that waits for that to be closed would wait for ever.
    private static func closeOthers(in actions: inout posix_spawn_file_actions_t) {
        if let closeFrom {
            _ = closeFrom(&actions, 3)
        } else {
            for descriptor in openDescriptors() where descriptor > 2 {
                posix_spawn_file_actions_addclose(&actions, descriptor)
            }
        }
    }

    private typealias CloseFrom =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// The C library's `posix_spawn_file_actions_addclosefrom_np`, there since glibc 2.34.
    ///
    /// Looked up by name, since the headers show it to GNU sources only.
    private static let closeFrom: CloseFrom? = {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "posix_spawn_file_actions_addclosefrom_np")
        else { return nil }
        // The type is the one that the C library documents for this name.
        return unsafeBitCast(symbol, to: CloseFrom.self)
    }()

    /// The descriptors of this process; one that is closed meanwhile does no harm.
    private static func openDescriptors() -> [Int32] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        var result: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let descriptor = Int32(name) { result.append(descriptor) }
        }
        return result
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, as `poll` takes them.
    fileprivate var pollTimeout: Int32 {
        let (seconds, attoseconds) = components
        return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}
