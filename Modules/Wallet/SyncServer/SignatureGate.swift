import Synchronization
import TenonCore
import TenonNetworking
import WalletSyncRequests

/// Who makes a request, as its signature says.
struct Caller: Sendable {
    /// The key that signed it.
    let publicKey: [UInt8]
    /// The name of the device with this key.
    let device: SyncName
    /// What makes the request different from any other.
    let nonce: [UInt8]
    /// The field `Content-Digest`, which the signature covers.
    let digest: String
}

/// Lets requests in that are signed, recent, not seen before, and not too many.
final class SignatureGate: Sendable {
    /// The requests of the last minutes.
    ///
    /// Each of two generations lasts as long as a request is valid, so that a request in neither is
    /// too old. One ends earlier when it is full, since anybody can make up keys and send any
    /// number of requests; those that change something are recorded in the database as well.
    private struct Memory {
        var seen: Set<[UInt8]> = []
        var seenBefore: Set<[UInt8]> = []
        var turned: Int64 = 0
        var budgets: Budgets<SyncName>
    }

    /// How many requests a generation remembers; each takes about 150 bytes.
    private let memoryLimit: Int
    private let now: @Sendable () -> Timestamp
    private let memory: Mutex<Memory>

    /// Makes a gate.
    ///
    /// - Parameters:
    ///   - requestsPerMinute: How many requests one machine may make in a minute.
    ///   - memoryLimit: How many requests are remembered at least.
    ///   - now: Tells the time.
    init(
        requestsPerMinute: Int, memoryLimit: Int = 200_000,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.memoryLimit = memoryLimit
        self.now = now
        memory = Mutex(Memory(budgets: Budgets(requestsPerMinute, in: 60_000)))
    }

    /// Finds out who makes a request, before its content is there: the digest is looked at later.
    ///
    /// - Throws: A ``ProblemDocument`` when it is not authentic, or the machine makes too many.
    func caller(of request: ServedRequest) throws(ProblemDocument) -> Caller {
        guard let input = request.field("Signature-Input"), let field = request.field("Signature"),
            let date = request.field("Date"), let digest = request.field("Content-Digest"),
            let signature = RequestSignature(input: input, signature: field)
        else { throw .unsigned }
        let parts = SignedParts(
            method: request.method, authority: request.authority, path: request.path,
            query: request.query, date: date, digest: digest)
        guard signature.isValid(for: parts) else { throw .badSignature }
        let time = now().milliseconds
        guard let said = HTTPDate.timestamp(of: date)?.milliseconds,
            abs(said - time) <= SyncLimit.clock,
            // Both times are of the same moment, apart from rounding.
            abs(said / 1_000 - signature.created) <= 1
        else { throw .stale }
        let caller = Caller(
            publicKey: signature.publicKey, device: SyncName(deviceWithKey: signature.publicKey),
            nonce: signature.nonce, digest: digest)
        let refusal = memory.withLock { memory in
            self.refusal(of: caller, at: time, &memory)
        }
        if let refusal { throw refusal }
        return caller
    }

    private func refusal(
        of caller: Caller, at time: Int64, _ memory: inout Memory
    ) -> ProblemDocument? {
        if time - memory.turned > 2 * SyncLimit.clock || memory.seen.count >= memoryLimit {
            memory.seenBefore = memory.seen
            memory.seen = []
            memory.turned = time
        }
        let name = caller.publicKey + caller.nonce
        guard !memory.seenBefore.contains(name), memory.seen.insert(name).inserted else {
            return .replayed
        }
        return memory.budgets.take(from: caller.device, at: time).map(ProblemDocument.tooMany)
    }
}
