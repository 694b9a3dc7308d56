/// A field of a record: its tag, where its value is, and how often it is there.
package struct RecordField<Record, Value> {
    /// The tag.
    let tag: Int
    /// Writes the value of a record.
    let write: (Record, SecretWriter) -> Void
    /// Reads the value of a record with fields, some of which have the tag; throws an error for damage.
    let read: ([FieldReader.Field], any Error) throws -> Value

    /// Describes a field with a value that is written in its own way.
    ///
    /// - Parameters:
    ///   - missing: The value of a record without the field; `nil` when each record must have it.
    ///   - write: Writes the value as fields with the tag.
    ///   - add: Adds the content of one field to the value; `false` when the field cannot have that content.
    package init(
        _ tag: Int, _ path: KeyPath<Record, Value>, missing: Value?,
        write: @escaping (Value, Int, SecretWriter) -> Void,
        add: @escaping (inout Value?, UnsafeRawBufferPointer) throws -> Bool
    ) {
        self.tag = tag
        self.write = { record, writer in write(record[keyPath: path], tag, writer) }
        read = { fields, damage in
            var value = missing
            for field in fields where field.tag == tag {
                guard try add(&value, field.value) else { throw damage }
            }
            guard let value else { throw damage }
            return value
        }
    }
}

extension RecordField {
    /// Describes a field that is there once; of several the last one counts.
    ///
    /// - Parameter missing: The value of a record without the field; `nil` when each record must have it.
    package init(
        _ tag: Int, _ path: KeyPath<Record, Value>, default missing: Value? = nil
    ) where Value: RecordValue {
        self.init(tag, path, missing: missing) { value, tag, writer in
            value.write(as: tag, to: writer)
        } add: { value, bytes in
            value = try Value(reading: bytes)
            return value != nil
        }
    }

    /// Describes a field that is there once, or not at all; of several the last one counts.
    package init<Wrapped: RecordValue>(
        optional tag: Int, _ path: KeyPath<Record, Wrapped?>
    ) where Value == Wrapped? {
        self.init(tag, path, missing: .some(nil)) { value, tag, writer in
            value?.write(as: tag, to: writer)
        } add: { value, bytes in
            let read = try Wrapped(reading: bytes)
            value = .some(read)
            return read != nil
        }
    }

    /// Describes a field that is there for each element of a list, in its order.
    package init<Element: RecordValue>(
        list tag: Int, _ path: KeyPath<Record, [Element]>
    ) where Value == [Element] {
        self.init(tag, path, missing: []) { elements, tag, writer in
            for element in elements { element.write(as: tag, to: writer) }
        } add: { elements, bytes in
            guard let element = try Element(reading: bytes) else { return false }
            elements?.append(element)
            return true
        }
    }

    /// Describes a field that is there for each element of a set, from the least one to the greatest.
    package init<Element: RecordValue & Hashable & Comparable>(
        set tag: Int, _ path: KeyPath<Record, Set<Element>>
    ) where Value == Set<Element> {
        self.init(tag, path, missing: []) { elements, tag, writer in
            for element in elements.sorted() { element.write(as: tag, to: writer) }
        } add: { elements, bytes in
            guard let element = try Element(reading: bytes) else { return false }
            elements?.insert(element)
            return true
        }
    }

    /// Describes a field that is there for each entry of a dictionary, from the least key to the greatest: the
    /// bytes of the key, and those of its element.
    ///
    /// No key may be there twice.
    package init<Key: RecordKey, Element: FieldContent>(
        entries tag: Int, _ path: KeyPath<Record, [Key: Element]>
    ) where Value == [Key: Element] {
        self.init(tag, path, missing: [:]) { entries, tag, writer in
            for (key, element) in entries.sorted(by: { $0.key < $1.key }) {
                writer.field(tag) { inner in
                    key.write(to: inner)
                    element.write(to: inner)
                }
            }
        } add: { entries, bytes in
            let head = UnsafeRawBufferPointer(rebasing: bytes.prefix(ItemID.byteCount))
            let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(ItemID.byteCount))
            guard let key = try Key(reading: head), let element = try Element(reading: rest) else {
                return false
            }
            return entries?.updateValue(element, forKey: key) == nil
        }
    }
}
