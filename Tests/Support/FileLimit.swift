import Foundation

/// Lets this process, and programs that it starts from now on, have thousands of files open.
package func raiseFileLimit() {
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0, limit.rlim_cur < 8192 else { return }
    limit.rlim_cur = min(8192, limit.rlim_max)
    setrlimit(kind, &limit)
}
