import TenonCore

/// Why a request is not carried out; each leads to a status and a page.
enum WebRefusal: Error {
    /// Wrong host or foreign site.
    case foreign
    /// The path key and the cookie do not lead to a session.
    case noSession
    /// The start token was used before.
    case usedToken
    /// Too many wrong start tokens.
    case lockedOut
    /// The form is not one of ours.
    case wrongFormToken
    /// Nothing is at this address; with the session to go back to.
    case notFound(SessionPaths?)
    /// There is a screen at this address that cannot be shown; with the session to go back to.
    case unreachable(SessionPaths, Explanation)
    /// The body cannot be understood.
    case malformed
    /// The address takes another method.
    case method
    /// The body's type is not that of a form.
    case mediaType
    /// The body is too large.
    case tooLarge
    /// The body did not arrive in time.
    case tooSlow
    /// The session is over.
    case ended
    /// Something unexpected.
    case defect
}
