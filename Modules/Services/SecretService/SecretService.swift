import CSecret
import Dispatch
import Glibc
import TenonCore
import TenonMemory

/// Keeps secrets in the keyring of the desktop.
///
/// Each call blocks a thread of its own, since the keyring may ask the person for a password first.
struct SecretService: SecretKeeping {
    private static let queue = DispatchQueue(label: "tenon.secrets", attributes: .concurrent)

    /// The name of the application, by which its secrets are told from those of others.
    let application: String
    let isThere: Bool
    let id = "secrets"

    var title: Sentence { "the keyring of the desktop" }

    func secret(named name: String) async throws -> SecretText? {
        try await call(name) { schema, attributes in
            var error: UnsafeMutablePointer<GError>?
            let found = secret_password_lookupv_nonpageable_sync(schema, attributes, nil, &error)
            try Self.check(&error)
            guard let found else {
                try Self.checkAbsence(schema, attributes)
                return nil
            }
            defer { secret_password_free(found) }
            return SecretText(
                utf8: UnsafeRawBufferPointer(start: found, count: strlen(found)))
        }
    }

    func keep(_ secret: SecretText, named name: String, label: String) async throws {
        try await call(name) { schema, attributes in
            let text = SecretBuffer()
            text.append(secret)
            text.append(UInt8(0))
            var error: UnsafeMutablePointer<GError>?
            text.withBytes { bytes in
                _ = secret_password_storev_sync(
                    schema, attributes, SECRET_COLLECTION_DEFAULT, label,
                    bytes.assumingMemoryBound(to: gchar.self).baseAddress, nil, &error)
            }
            try Self.check(&error)
        }
    }

    func remove(named name: String) async throws {
        try await call(name) { schema, attributes in
            var error: UnsafeMutablePointer<GError>?
            secret_password_clearv_sync(schema, attributes, nil, &error)
            try Self.check(&error)
            try Self.checkAbsence(schema, attributes)
        }
    }

    private func call<Result: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (UnsafePointer<SecretSchema>, OpaquePointer) throws -> Result
    ) async throws -> Result {
        guard isThere else { throw SecretServiceError.absent }
        return try await withCheckedThrowingContinuation { done in
            Self.queue.async {
                done.resume(with: Swift.Result { try describe(name, body) })
            }
        }
    }

    /// Lends what a secret is found by: the application and the name.
    private func describe<Result>(
        _ name: String, _ body: (UnsafePointer<SecretSchema>, OpaquePointer) throws -> Result
    ) throws -> Result {
        try "org.tenon.Secret".withCString { schemaName in
            try "application".withCString { applicationKey in
                try "name".withCString { nameKey in
                    var schema = SecretSchema()
                    schema.name = schemaName
                    schema.attributes.0 = SecretSchemaAttribute(
                        name: applicationKey, type: SECRET_SCHEMA_ATTRIBUTE_STRING)
                    schema.attributes.1 = SecretSchemaAttribute(
                        name: nameKey, type: SECRET_SCHEMA_ATTRIBUTE_STRING)
                    let attributes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
                    guard let attributes else { throw SecretServiceError.failed("") }
                    defer { g_hash_table_unref(attributes) }
                    g_hash_table_insert(
                        attributes, g_strdup(applicationKey), g_strdup(application))
                    g_hash_table_insert(attributes, g_strdup(nameKey), g_strdup(name))
                    return try body(&schema, attributes)
                }
            }
        }
    }

    /// Throws when there is a secret nevertheless: looking up and removing pass over what is locked.
    private static func checkAbsence(
        _ schema: UnsafePointer<SecretSchema>, _ attributes: OpaquePointer
    ) throws {
        var error: UnsafeMutablePointer<GError>?
        let found = secret_password_searchv_sync(
            schema, attributes, SECRET_SEARCH_ALL, nil, &error)
        try check(&error)
        guard let found else { return }
        g_list_free_full(found, g_object_unref)
        throw SecretServiceError.locked
    }

    private static func check(_ error: inout UnsafeMutablePointer<GError>?) throws {
        guard let problem = error else { return }
        defer { g_clear_error(&error) }
        throw SecretServiceError.failed(problem.pointee.message.map { String(cString: $0) } ?? "")
    }
}
