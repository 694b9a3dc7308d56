/// Keeps secrets of a person outside the files of an application, such as in the keyring of the desktop.
package protocol SecretKeeping: Sendable {
    /// What it is called in files that say where a secret is: one word, which never changes.
    var id: String { get }

    /// What keeps them, as people know it.
    var title: Sentence { get }

    /// Whether it takes secrets on this machine now; asks the person nothing.
    var isThere: Bool { get }

    /// A secret; `nil` when none is kept by this name.
    ///
    /// - Throws: An ``ExplainedError`` when it is locked and stays so, or does not answer.
    func secret(named name: String) async throws -> SecretText?

    /// Keeps a secret, in place of the one before.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - name: Its name, which may be seen by others.
    ///   - label: What people find it by.
    /// - Throws: An ``ExplainedError`` when it is not kept.
    func keep(_ secret: SecretText, named name: String, label: String) async throws

    /// Removes a secret, if it is there.
    ///
    /// - Throws: An ``ExplainedError`` when that is not known.
    func remove(named name: String) async throws
}

extension AnyPort {
    /// What keeps secrets of the person; a new secret is offered to one after the other.
    package static let secretKeepers = CollectionPort<any SecretKeeping>("secretKeepers")
}
