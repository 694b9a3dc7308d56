/// A text of its own; ``ItemHeaded/notes`` is what it says.
package struct Note: ItemHeaded {
    /// All that it consists of.
    package var head: ItemHead

    /// Makes a note.
    package init(head: ItemHead) { self.head = head }
}
