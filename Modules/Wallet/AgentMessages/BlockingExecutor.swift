import Dispatch

/// Runs an actor on its own thread that may wait for a socket, so that it does not hold one of the
/// few threads that all Swift tasks share.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes an executor.
    ///
    /// - Parameter label: What the thread is called in a debugger.
    package init(_ label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    /// Runs a job on the thread.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// This executor.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}
