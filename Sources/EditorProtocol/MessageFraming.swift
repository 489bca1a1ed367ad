/// The framing of messages: a header with the length, and the content.
package struct MessageFraming {}
