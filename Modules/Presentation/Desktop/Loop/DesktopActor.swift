/// The actor of the windows: all calls of GTK happen here, one after the other.
@globalActor
actor DesktopActor {
    static let shared = DesktopActor()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        DesktopExecutor.shared.asUnownedSerialExecutor()
    }

    /// Does something at once, where GTK calls back; stops the process anywhere else.
    nonisolated static func assumeIsolated<Result>(
        _ operation: @DesktopActor () -> Result
    ) -> Result {
        shared.preconditionIsolated("GTK calls back on its own thread only.")
        typealias Isolated = @DesktopActor () -> Result
        typealias Plain = () -> Result
        // The two types differ only in isolation, which the line above has proved; the standard
        // library does the same for the main actor. The closure does not escape.
        return withoutActuallyEscaping(operation) { (operation: @escaping Isolated) -> Result in
            unsafeBitCast(operation, to: Plain.self)()
        }
    }
}
