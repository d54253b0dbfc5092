/// XML: paths into documents, and documents to JSON and back.
///
/// Entry: [zonda.language.xml.XmlDocument], [zonda.language.xml.XmlPath],
/// [zonda.language.xml.XmlJson].
///
/// Nothing outside of the text is ever read: no external entity, no document type, no style sheet.
/// A parsed document is used by one thread at a time; paths and conversions hold no state.
@NullMarked
package zonda.language.xml;

import org.jspecify.annotations.NullMarked;
