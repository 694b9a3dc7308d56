package import Foundation

extension Process {
    /// Starts the program with no signal blocked, so that signals end it and what it starts.
    ///
    /// A program inherits what the calling thread blocks, and the threads of tasks block most signals.
    package func runUnblocked() throws {
        var (none, blocked) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try run()
    }
}
