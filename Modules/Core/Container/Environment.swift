/// The container of the running session, for code that no initialiser can reach.
public enum Environment {
    /// The innermost container of this task; `nil` outside an application.
    ///
    /// Work keeps the container that it began with, even when someone signs in or out meanwhile.
    @TaskLocal public static var current: Container?
}
