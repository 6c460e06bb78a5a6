# A bot that plays every game by chance over JSON lines, in Perl.
use strict;
use warnings;
use JSON::PP;

$| = 1;
my $json = JSON::PP->new->canonical;
while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    if ($message->{type} eq 'hello') {
        print $json->encode({type => 'ready', id => $message->{id}}), "\n";
    } elsif ($message->{type} eq 'ask') {
        my $legal = $message->{legal};
        my $digits = substr("$message->{seed}", -6) + 0;
        print $json->encode({type => 'answer', id => $message->{id}, action => $legal->[$digits % @$legal]}), "\n";
    }
}
