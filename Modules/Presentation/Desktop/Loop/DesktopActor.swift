/// What touches the windows: everything of GTK happens here, one thing after the other.
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
        // The two types differ in nothing but the isolation, which the line above has proved: it is
        // what the standard library does for the main actor. The closure does not escape.
        return withoutActuallyEscaping(operation) { (operation: @escaping Isolated) -> Result in
            unsafeBitCast(operation, to: Plain.self)()
        }
    }
}
