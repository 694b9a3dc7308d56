/// That one device has let another one in.
///
/// All are kept, not the first one only: a device that was let in may say later that somebody else did it, and
/// earlier.
struct Admission: Hashable, Sendable {
    /// The device that was let in.
    let newcomer: DeviceID
    /// The device that did it; never the same.
    let author: DeviceID
}
