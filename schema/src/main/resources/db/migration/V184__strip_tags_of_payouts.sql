-- The API stored tags with blanks at their ends, which the filter of the portal never found. The blanks are those of Java's String.strip.
UPDATE payout_detail
   SET tags = ARRAY(SELECT btrim(tag, U&' \1680\2000\2001\2002\2003\2004\2005\2006\2008\2009\200A\2028\2029\205F\3000')
                      FROM unnest(tags) WITH ORDINALITY AS one (tag, position) ORDER BY position)
 WHERE tags <> '{}'
   AND EXISTS (SELECT FROM unnest(tags) AS tag
                WHERE tag <> btrim(tag, U&' \1680\2000\2001\2002\2003\2004\2005\2006\2008\2009\200A\2028\2029\205F\3000'));
