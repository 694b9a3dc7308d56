import CWipingAllocator
import Synchronization

/// Data that a process no longer refers to but that may still be in its memory.
///
/// Wherever this module is linked, released memory is overwritten at once, in all code: `free` and
/// `realloc` of the process see to that. What ended calls left on the stacks of the threads is
/// overwritten on request, as locking does.
public enum DeadMemory {
    /// After which times stacks are overwritten again, since other tasks may let go of secrets a
    /// little later than the one that locks.
    private static let pauses: [Duration] = [
        .milliseconds(50), .milliseconds(200), .milliseconds(750), .seconds(2),
    ]
    private static let later = Mutex<Task<Void, Never>?>(nil)

    /// Whether memory that is released is overwritten: on glibc, unless a sanitizer watches memory.
    public static var isWipedOnRelease: Bool { tenon_allocator_wipes() == 1 }

    /// Overwrites the remains of ended calls on the stacks of all threads; takes about a
    /// millisecond.
    ///
    /// Threads get the signal `SIGPROF` for this, unless the process handles that itself.
    ///
    /// - Returns: The number of threads whose stacks were overwritten.
    @discardableResult
    public static func wipeStacks() -> Int { Int(tenon_wipe_stacks()) }

    /// Overwrites the stacks now and, without being waited for, a few times in the next seconds.
    public static func wipeStacksForAWhile() {
        wipeStacks()
        later.withLock { task in
            task?.cancel()
            task = Task.detached {
                for pause in pauses {
                    guard (try? await Task.sleep(for: pause)) != nil else { return }
                    wipeStacks()
                }
            }
        }
    }
}
